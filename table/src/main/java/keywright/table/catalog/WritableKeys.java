package keywright.table.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import keywright.key.HeldDelimiter;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;

/**
 * Checks the keys of new tables and indexes. Refuses a text key that no row can have, because every
 * value of one of its parts contains the delimiter. Existing tables with such a key can still be
 * opened.
 */
public final class WritableKeys {
  private WritableKeys() {}

  /**
   * Checks the primary key and the index keys of a table that is about to be created.
   *
   * @throws keywright.table.model.TableException if no row can have one of the keys
   */
  public static void require(TableDefinition table) {
    require(
        (table.isAttached() ? "attach" : "create") + " table " + table.name(),
        table.primaryKeySchema(),
        table.primaryKey().size());
    table.indexes().forEach(index -> require(index, table.primaryKeySchema()));
  }

  /**
   * Checks the key of an index that is about to be created.
   *
   * @param primaryKey the primary key of the table
   * @throws keywright.table.model.TableException if no row can have the key of the index
   */
  public static void require(IndexDefinition index, KeySchema primaryKey) {
    require("create index " + index.name(), index.schema(primaryKey), index.parts().size());
  }

  private static void require(String what, KeySchema schema, int declared) {
    List<Integer> parts = HeldDelimiter.parts(schema);
    if (parts.isEmpty()) {
      return;
    }
    throw new TableException(
        "cannot %s: every value of %s contains '%s', the key_delimiter of the text key, so no row could be written; %s"
            .formatted(
                what,
                parts.stream()
                    .map(part -> described(schema, part))
                    .collect(Collectors.joining(" and of ")),
                schema.format().delimiter(),
                fix(schema, parts, declared)));
  }

  private static String described(KeySchema schema, int part) {
    String name = schema.parts().get(part).name();
    String type = schema.partType(part).toString();
    return name.contains("(") ? name : "%s (%s)".formatted(name, type);
  }

  private static String fix(KeySchema schema, List<Integer> parts, int declared) {
    List<String> fixes = new ArrayList<>();
    HeldDelimiter.otherDelimiter(schema)
        .ifPresent(other -> fixes.add("key_delimiter = '%s'".formatted(other)));
    Optional<List<KeyPart>> digits = HeldDelimiter.inDigits(schema);
    if (digits.isPresent() && parts.get(parts.size() - 1) < declared) {
      fixes.add(
          parts.stream()
              .map(
                  part ->
                      "%s in place of %s"
                          .formatted(digits.get().get(part), schema.parts().get(part).name()))
              .collect(Collectors.joining(" and ")));
    }
    return fixes.isEmpty() ? "use key_format kw1" : "write " + String.join(", or ", fixes);
  }
}
