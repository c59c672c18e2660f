package keywright.design.cassandra;

import java.util.Objects;
import keywright.key.Type;

/**
 * The type of the column in which Cassandra stores values of a type of Keywright. Immutable.
 *
 * @param cql the type of the column in Cassandra's CQL
 * @param hashes whether two values are equal exactly if their bytes in Cassandra are equal; only
 *     such a column can be part of a partition key
 * @param sorts whether Cassandra sorts the values as keys of Keywright do; only such a column can
 *     be a clustering column
 */
public record NativeColumn(String cql, boolean hashes, boolean sorts) {

  /** The column of Cassandra that stores values of {@code type}. */
  public static NativeColumn of(Type type) {
    String name = type.toString();
    String kind = name.replaceFirst("[(<].*", "");
    return switch (kind) {
      case "tinyint",
          "smallint",
          "int",
          "bigint",
          "boolean",
          "date",
          "time",
          "blob",
          "varint",
          "timeuuid",
          "inet" ->
          sorted(kind);
      case "tinyint unsigned" -> sorted("smallint");
      case "smallint unsigned" -> sorted("int");
      case "int unsigned" -> sorted("bigint");
      case "bigint unsigned" -> sorted("varint");
      case "text", "char", "digits" -> sorted("text");
      case "binary" -> sorted("blob");
      case "timestamp" ->
          sorted(name.endsWith("(us)") || name.endsWith("(ns)") ? "bigint" : "timestamp");
      case "uuid" -> new NativeColumn("uuid", true, false);
      case "enum" -> new NativeColumn("text", true, false);
      case "float", "double", "decimal", "duration" -> new NativeColumn(kind, false, false);
      case "list", "set", "map" -> {
        Type key = type.keyType();
        String element = of(Objects.requireNonNull(type.elementType())).cql;
        String parts = key == null ? element : of(key).cql + ", " + element;
        yield new NativeColumn("frozen<%s<%s>>".formatted(kind, parts), false, false);
      }
      default -> new NativeColumn("blob", true, false);
    };
  }

  private static NativeColumn sorted(String cql) {
    return new NativeColumn(cql, true, true);
  }
}
