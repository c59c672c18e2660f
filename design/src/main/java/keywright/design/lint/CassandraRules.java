package keywright.design.lint;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import keywright.cql.Place;
import keywright.design.cassandra.NativeColumn;
import keywright.design.rows.DesignedKey;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/** KW001 and KW503: what tables on Cassandra are refused for, and what its other clients miss. */
final class CassandraRules {
  private static final String RESERVED = "kw_";

  private final LintedTable table;

  private CassandraRules(LintedTable table) {
    this.table = table;
  }

  static void check(LintedTable table) {
    if (table.engine() == TargetEngine.CASSANDRA) {
      CassandraRules rules = new CassandraRules(table);
      rules.findRefusedTable();
      table.table().indexes().forEach(rules::findRefusedIndex);
      rules.findReservedNames();
      rules.findHiddenPart();
    }
  }

  private void refused(Place place, @Nullable String reason, @Nullable Fix fix) {
    table.find(Code.REFUSED, Severity.ERROR, place, String.valueOf(reason), fix);
  }

  private void findRefusedTable() {
    try {
      table.declared(table.table().withIndexes(List.of())).requireKept();
    } catch (TableException e) {
      boolean isKw1 = table.table().format().equals(KeyFormat.kw1());
      refused(
          table.places().statement(), e.getMessage(), isKw1 ? null : table.inKw1(table.primary()));
    }
  }

  private void findRefusedIndex(IndexDefinition index) {
    try {
      table.declared(table.table()).requireKept(index);
    } catch (TableException e) {
      IndexDefinition kept = index.withFormat(KeyFormat.kw1()).including();
      refused(
          table.keys().stream()
              .filter(key -> index.equals(key.index()))
              .map(DesignedKey::place)
              .findFirst()
              .orElseGet(() -> table.places().statement()),
          e.getMessage(),
          table.fix(
              Fixes.checked(Fixes.withIndex(table.table(), index, kept)),
              "queries that use the index must then read the rows too"));
    }
  }

  /** An attached table has no columns of Keywright. */
  private void findReservedNames() {
    if (table.table().isAttached()) {
      return;
    }
    Map<String, @Nullable Place> names = new LinkedHashMap<>();
    for (ColumnDefinition column : table.table().columns()) {
      names.put(column.storedName(), table.places().columns().get(column.name()));
    }
    for (KeyPart part : table.table().primaryKey()) {
      String alias = part.alias();
      if (alias != null) {
        names.put(alias, null);
      }
    }
    for (String name : names.keySet()) {
      if (name.toLowerCase(Locale.ROOT).startsWith(RESERVED)) {
        Place place = names.get(name);
        refused(
            place == null ? table.places().key() : place,
            "cannot lay out table %s: found column %s, expected a name that does not begin with kw_, because on Cassandra such names are reserved for Keywright's own columns; choose another name"
                .formatted(table.table().name(), name),
            null);
      }
    }
  }

  /** The first part that is kept as bytes, which other clients cannot write. */
  private void findHiddenPart() {
    DesignedKey key = table.primary();
    KeySchema schema = key.schema();
    for (int part = 0; part < schema.parts().size(); part++) {
      NativeColumn column = NativeColumn.of(schema.partType(part));
      boolean isPartition = part < key.partitionParts();
      String because =
          schema.partNullable(part)
              ? "may be null"
              : isPartition && !column.hashes()
                  ? "has equal values with different bytes"
                  : !isPartition && !column.sorts()
                      ? "is sorted in another order by Cassandra"
                      : null;
      boolean isAttached = table.table().isAttached();
      if (because != null && (isAttached || table.table().isPlain())) {
        refused(
            key.placeOf(part),
            "cannot lay out table %s for plain writes: found %s in its key, which %s, expected parts that are columns of Cassandra; %s"
                .formatted(
                    table.table().name(),
                    schema.parts().get(part).name(),
                    because,
                    isAttached
                        ? "read the table with another client"
                        : "choose another type for this part, or leave out writes = 'plain'"),
            schema.partNullable(part) ? required(schema, part) : null);
        return;
      }
      if (because != null) {
        table.find(
            Code.HIDDEN_KEY_PART,
            Severity.INFO,
            key.placeOf(part),
            "%s in the primary key of %s %s, so %s in a column of bytes, which other clients of Cassandra cannot read"
                .formatted(
                    schema.parts().get(part).name(),
                    table.table().name(),
                    because,
                    isPartition ? "the whole key is" : "this part and the parts after it are"),
            schema.partNullable(part) ? required(schema, part) : null);
        return;
      }
    }
  }

  private @Nullable Fix required(KeySchema schema, int part) {
    TableDefinition before = table.table();
    List<ColumnDefinition> columns =
        before.columns().stream()
            .map(
                column ->
                    column.nullable()
                            && schema
                                .parts()
                                .get(part)
                                .expression()
                                .columns()
                                .contains(column.name())
                        ? column.asNotNull()
                        : column)
            .toList();
    return table.fix(
        Fixes.checked(before.withColumns(columns)), "every row needs a value of these columns");
  }
}
