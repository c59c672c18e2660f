package keywright.design.rows;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import keywright.cql.Place;
import keywright.cql.Places;
import keywright.key.Column;
import keywright.key.Condition;
import keywright.key.KeyExpression;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * A key of a table that lint checks: the primary key or the key of an index.
 *
 * @param index the index; null for the primary key
 * @param schema the stored key: the declared parts, then the appended parts
 * @param places the places of the declared parts in the script
 */
public record DesignedKey(
    TableDefinition table,
    @Nullable IndexDefinition index,
    KeySchema schema,
    Place place,
    List<Place> places) {

  public static List<DesignedKey> of(TableDefinition table, Places places) {
    List<DesignedKey> keys = new ArrayList<>();
    Places.OfTable ofTable = places.table(table.name());
    keys.add(
        new DesignedKey(table, null, table.primaryKeySchema(), ofTable.key(), ofTable.parts()));
    for (IndexDefinition index : table.indexes()) {
      Places.OfIndex ofIndex = places.index(index.name());
      KeySchema schema = table.indexSchema(index.name());
      keys.add(new DesignedKey(table, index, schema, ofIndex.statement(), ofIndex.parts()));
    }
    return keys;
  }

  /**
   * The keys of a table that is not in the script, such as a table with a proposed index. Each key
   * and key part gets line 1, column 1 as its place in the script.
   */
  public static List<DesignedKey> unplaced(TableDefinition table) {
    Place nowhere = new Place(1, 1, 1, 1);
    List<DesignedKey> keys = new ArrayList<>();
    keys.add(new DesignedKey(table, null, table.primaryKeySchema(), nowhere, List.of()));
    for (IndexDefinition index : table.indexes()) {
      keys.add(new DesignedKey(table, index, table.indexSchema(index.name()), nowhere, List.of()));
    }
    return keys;
  }

  public boolean isPrimary() {
    return index == null;
  }

  /**
   * The key's name in messages, such as {@code the primary key of payment} or {@code index
   * payments_by_date}.
   */
  public String title() {
    return index == null ? "the primary key of " + table.name() : "index " + index.name();
  }

  /** The parts as declared. */
  public List<KeyPart> parts() {
    return index == null ? table.primaryKey() : index.parts();
  }

  /** The same key of the table as changed. */
  public DesignedKey in(TableDefinition changed) {
    if (index == null) {
      return new DesignedKey(changed, null, changed.primaryKeySchema(), place, places);
    }
    IndexDefinition same = changed.index(index.name()).orElseThrow();
    return new DesignedKey(changed, same, changed.indexSchema(same.name()), place, places);
  }

  /** The key as a strategy for replays. */
  public Strategy strategy() {
    return new Strategy(title(), schema, partitionParts());
  }

  /** How many leading parts form the partition, on an engine with partitions. */
  public int partitionParts() {
    return index == null ? table.partitionParts() : index.partitionParts();
  }

  public KeyExpression first() {
    return parts().get(0).expression();
  }

  public Place placeOf(int part) {
    return part < places.size() ? places.get(part) : place;
  }

  public Type type(String column) {
    return schema.columns().stream()
        .filter(c -> c.name().equals(column))
        .findFirst()
        .map(Column::type)
        .orElseThrow();
  }

  public boolean isTime(String column) {
    return isTimeType(type(column));
  }

  /** Whether values are timestamps or dates. */
  static boolean isTimeType(Type type) {
    return type.valueClass() == Instant.class || type.valueClass() == LocalDate.class;
  }

  /**
   * Whether a part sorts as {@code column} does if all values of the column are at least 0, or
   * times from 1970 on. Some formats sort correctly only among numbers of the same sign.
   */
  public boolean followsRising(int part, String column) {
    Class<?> values = type(column).valueClass();
    Object zero =
        values == Instant.class
            ? Instant.EPOCH
            : values == LocalDate.class ? LocalDate.EPOCH : Integer.valueOf(0);
    boolean isNumber = Number.class.isAssignableFrom(values);
    List<Condition> rising =
        isTime(column) || isNumber
            ? List.of(new Condition.Compare(column, Condition.Operator.GE, zero))
            : List.of();
    return schema.follows(part, column, rising) != KeySchema.Following.NO;
  }

  /**
   * The time column whose order a part follows; null for none. Different times may have the same
   * part, as in {@code date_trunc('day', at)}.
   */
  public @Nullable String timeOf(int part) {
    for (String column : parts().get(part).expression().columns()) {
      if (isTime(column) && followsRising(part, column)) {
        return column;
      }
    }
    return null;
  }

  /**
   * Whether a part is a salt: a bucket, a remainder or a digest that is computed from columns to
   * spread rows.
   */
  public boolean isSalt(int part) {
    Set<String> functions = functions(parts().get(part).expression());
    return functions.contains("bucket")
        || functions.contains("mod")
        || functions.contains("phoenix_salt")
        || functions.stream().anyMatch(DIGESTS::contains);
  }

  private static final Set<String> DIGESTS = Set.of("md5", "sha1", "sha256");

  /** The functions in an expression. */
  public static Set<String> functions(KeyExpression expression) {
    if (!(expression instanceof KeyExpression.Call call)) {
      return Set.of();
    }
    Set<String> functions =
        call.arguments().stream()
            .flatMap(argument -> functions(argument).stream())
            .collect(Collectors.toCollection(HashSet::new));
    functions.add(call.function());
    return functions;
  }

  /** Whether {@code expression} is a call of {@code function}. */
  public static boolean isCall(KeyExpression expression, String function) {
    return expression instanceof KeyExpression.Call call && call.function().equals(function);
  }

  /** The name of the column, if {@code expression} is only a column; otherwise null. */
  public static @Nullable String columnOf(KeyExpression expression) {
    return expression instanceof KeyExpression.ColumnName column ? column.name() : null;
  }

  public static boolean isEnumerated(Type type) {
    return type.valueClass() == Boolean.class || type.toString().startsWith("enum(");
  }

  public static boolean isInteger(Type type) {
    return Number.class.isAssignableFrom(type.valueClass()) && type.toString().contains("int");
  }

  /** Whether {@code type} is a text type other than an enum, whose values are declared labels. */
  public static boolean isFreeText(Type type) {
    return type.valueClass() == String.class && !isEnumerated(type);
  }
}
