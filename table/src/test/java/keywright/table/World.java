package keywright.table;

import java.util.List;
import keywright.key.KeyPart;
import keywright.store.Engine;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.TableDefinition;

/** What the actors of a {@link Cast} meet in. */
interface World {
  /** The table that they all work on, without indexes. */
  TableDefinition TABLE =
      TableDefinition.of(
              "t", Payments.columns("id int, city text, note text", "m"), KeyPart.parseList("id"))
          .withFamilies(List.of(FamilyDefinition.of("m"), FamilyDefinition.of("n")));

  /** An engine with what is stored at first. */
  Engine start();

  /** Finds what is wrong with what is stored; null for nothing. */
  String wrong(Engine engine);
}
