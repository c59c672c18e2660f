package keywright.table;

import java.util.List;
import keywright.key.KeyPart;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableDefinition;

/** The table that a {@link WriterProcess} writes to. */
final class Stays {
  static final TableDefinition TABLE =
      TableDefinition.of(
              "stay",
              Payments.columns("id bigint, guest bigint, note text", "m"),
              KeyPart.parseList("id"))
          .withFamilies(List.of(FamilyDefinition.of("m"), FamilyDefinition.of("n")));

  static final IndexDefinition BY_GUEST = IndexDefinition.of("stays_by_guest", "guest");

  private Stays() {}
}
