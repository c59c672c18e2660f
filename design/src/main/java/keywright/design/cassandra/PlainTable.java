package keywright.design.cassandra;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import keywright.key.ErrorCode;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * A table of Cassandra that holds all columns of a table of Keywright under one of its keys: that
 * of the rows, or that of an index. Immutable.
 */
final class PlainTable {
  private final TableDefinition table;
  private final @Nullable IndexDefinition index;
  private final KeySchema schema;
  private final int partitionParts;
  private final List<String> keyColumns = new ArrayList<>();

  /**
   * @param index null for the key of the rows
   * @throws TableException for what Cassandra does not have, with the reason
   */
  PlainTable(TableDefinition table, @Nullable IndexDefinition index) {
    this.table = table;
    this.index = index;
    this.schema = index == null ? table.primaryKeySchema() : table.indexSchema(index.name());
    int grouped = index == null ? table.partitionParts() : index.partitionParts();
    this.partitionParts = Math.min(grouped, schema.parts().size());
    Set<String> plain = new HashSet<>();
    for (KeyPart part : schema.parts()) {
      String column = PlainText.columnOf(part.expression());
      if (column != null) {
        plain.add(column);
      }
    }
    List<String> others =
        table.columns().stream()
            .map(ColumnDefinition::name)
            .filter(name -> !plain.contains(name))
            .toList();
    List<String> names = schema.partNames(others);
    for (int part = 0; part < names.size(); part++) {
      String column = PlainText.columnOf(schema.parts().get(part).expression());
      keyColumns.add(column == null ? names.get(part) : column);
    }
    requireExpressible();
  }

  static TableException refused(String what, String found, String expected) {
    return new TableException(
        ErrorCode.UNSUPPORTED,
        "cannot generate %s: found %s, expected %s".formatted(what, found, expected));
  }

  private void requireExpressible() {
    String what = (index == null ? "table " : "index ") + name();
    if (!name().matches("[A-Za-z0-9_]{1,48}")) {
      throw refused(
          what,
          "this name",
          "at most 48 ASCII letters, digits and _, as in Cassandra; choose another name");
    }
    if (index != null && index.listColumn() != null) {
      throw refused(
          what,
          "values(" + index.listColumn() + ")",
          "parts with one value for each row; declare a table with a row for each element");
    }
    if (index != null && index.unique()) {
      throw refused(
          what,
          "UNIQUE",
          "an index without UNIQUE, because plain writes cannot refuse a second row with the same key; leave UNIQUE out");
    }
    for (ColumnDefinition column : table.columns()) {
      if (column.isDerived()) {
        throw refused(
            what,
            "the derived column " + column.name(),
            "stored columns, since Cassandra computes none; declare it without FROM");
      }
    }
    Set<Long> ttls = new HashSet<>();
    table.allFamilies().forEach(family -> ttls.add(family.ttlSeconds()));
    if (ttls.size() > 1 || table.allFamilies().stream().anyMatch(family -> family.versions() > 1)) {
      throw refused(
          what,
          "families of different ttl, or with versions",
          "one ttl for all families and no versions, because a table of Cassandra has one ttl and keeps no versions; change the families");
    }
    for (int part = 0; part < schema.parts().size(); part++) {
      requireExpressible(what, part);
    }
  }

  private void requireExpressible(String what, int part) {
    Type type = schema.partType(part);
    NativeColumn column = NativeColumn.of(type);
    String name = keyColumns.get(part);
    if (schema.partNullable(part) && index == null) {
      throw refused(
          what,
          "the key part %s, which may be null".formatted(name),
          "NOT NULL, because Cassandra has no null in a key; leave NULL out of the declaration");
    }
    boolean isKnown = type.toString().equals("uuid") || type.toString().startsWith("enum(");
    if (part < partitionParts ? !column.hashes() : !column.sorts() && !isKnown) {
      throw refused(
          what,
          "the key part %s of type %s".formatted(name, type),
          "a type that Cassandra hashes and sorts as Keywright does; choose another type");
    }
  }

  String name() {
    return index == null ? table.name() : Names.in(table.keyspace(), index.name());
  }

  KeySchema schema() {
    return schema;
  }

  int partitionParts() {
    return partitionParts;
  }

  /** The column of each part of the key. */
  String keyColumn(int part) {
    return keyColumns.get(part);
  }

  TableDefinition table() {
    return table;
  }

  /** The CREATE TABLE, after comments that say who fills which column. */
  String create() {
    StringBuilder text = new StringBuilder();
    if (index != null) {
      text.append(
              "-- Each write of a row of %s also writes a row of this table"
                  .formatted(table.name()))
          .append(", and deletes the row with the old values.\n");
    }
    for (int part = 0; part < schema.parts().size(); part++) {
      text.append(comment(part));
    }
    text.append("CREATE TABLE ").append(PlainText.qualified(name())).append(" (\n");
    List<String> elements = new ArrayList<>();
    for (int part = 0; part < keyColumns.size(); part++) {
      if (keyColumns.indexOf(keyColumns.get(part)) == part) {
        elements.add(definition(keyColumns.get(part), schema.partType(part)));
      }
    }
    for (ColumnDefinition column : table.columns()) {
      if (!keyColumns.contains(column.name())) {
        elements.add(definition(column.name(), column.type()));
      }
    }
    List<String> clustering = clusteringColumns();
    elements.add(
        "PRIMARY KEY ((%s)%s)"
            .formatted(
                PlainText.names(keyColumns.subList(0, partitionParts)),
                clustering.isEmpty() ? "" : ", " + PlainText.names(clustering)));
    elements.forEach(
        element ->
            text.append("    ")
                .append(element)
                .append(element.equals(elements.get(elements.size() - 1)) ? "\n" : ",\n"));
    return text.append(")").append(options(clustering)).append(";").toString();
  }

  /** Those behind the partition; one that stands twice counts once. */
  List<String> clusteringColumns() {
    List<String> clustering = new ArrayList<>();
    for (int part = partitionParts; part < keyColumns.size(); part++) {
      if (keyColumns.indexOf(keyColumns.get(part)) == part) {
        clustering.add(keyColumns.get(part));
      }
    }
    return clustering;
  }

  boolean isDescending(String clusteringColumn) {
    return schema.parts().get(keyColumns.indexOf(clusteringColumn)).descending();
  }

  private String options(List<String> clustering) {
    List<String> options = new ArrayList<>();
    if (clustering.stream().anyMatch(this::isDescending)) {
      options.add(
          clustering.stream()
              .map(column -> PlainText.name(column) + (isDescending(column) ? " DESC" : " ASC"))
              .collect(Collectors.joining(", ", "CLUSTERING ORDER BY (", ")")));
    }
    long ttl = table.allFamilies().get(0).ttlSeconds();
    if (ttl > 0) {
      options.add("default_time_to_live = " + ttl);
    }
    return options.isEmpty() ? "" : " WITH " + String.join(" AND ", options);
  }

  private static String definition(String name, Type type) {
    return PlainText.name(name) + " " + NativeColumn.of(type).cql();
  }

  private String comment(int part) {
    KeyPart declared = schema.parts().get(part);
    String name = keyColumns.get(part);
    Set<String> columns = declared.expression().columns();
    Set<String> functions = PlainText.functions(declared.expression());
    if (schema.partNullable(part)) {
      return "-- Rows without a value of %s have no row in this table.\n"
          .formatted(String.join(" and ", columns));
    }
    if (PlainText.columnOf(declared.expression()) != null) {
      String type = schema.partType(part).toString();
      return type.equals("timestamp(us)") || type.equals("timestamp(ns)")
          ? "-- %s contains the number of units of %s since 1970.\n".formatted(name, type)
          : "";
    }
    if (functions.contains("random")) {
      return "-- %s = %s: the writer draws this number for each new row.\n"
          .formatted(name, declared.expression());
    }
    return functions.contains("bucket")
        ? "-- %s: the writer computes a number from 0 to %,d from (%s) alone, by any hash.\n"
            .formatted(
                name,
                schema.partValues(part) - 1,
                String.join(", ", columns.isEmpty() ? table.keyColumns() : columns))
        : "-- %s = %s: the writer computes this value.\n".formatted(name, declared.expression());
  }
}
