package keywright.design.rows;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
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
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * A key of a table in a design: the primary key or the key of an index. Lint checks these keys.
 * Immutable.
 *
 * @param table the table
 * @param index the index; null for the primary key
 * @param schema the stored key: the declared parts, followed by the parts that are appended to the
 *     key of an index
 * @param place the position of the key in the script
 * @param places the positions of the declared parts in the script
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
      Places.OfIndex ofIndex = places.index(Names.in(table.keyspace(), index.name()));
      KeySchema schema = table.indexSchema(index.name());
      keys.add(new DesignedKey(table, index, schema, ofIndex.statement(), ofIndex.parts()));
    }
    return keys;
  }

  /**
   * The keys of a table that the script does not declare, such as a table with a proposed index.
   * The position of each key and key part is line 1, column 1.
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
   * The name of the key in messages, such as {@code the primary key of payment} or {@code index
   * payments_by_date}.
   */
  public String title() {
    return index == null ? "the primary key of " + table.name() : "index " + index.name();
  }

  /** The declared parts of the key. */
  public List<KeyPart> parts() {
    return index == null ? table.primaryKey() : index.parts();
  }

  /** The same key in the table {@code changed}, which is a changed declaration of its table. */
  public DesignedKey in(TableDefinition changed) {
    if (index == null) {
      return new DesignedKey(changed, null, changed.primaryKeySchema(), place, places);
    }
    IndexDefinition same = changed.index(index.name()).orElseThrow();
    return new DesignedKey(changed, same, changed.indexSchema(same.name()), place, places);
  }

  /** The key with its name, as a strategy that a replay can use. */
  public Strategy strategy() {
    return new Strategy(title(), schema, partitionParts());
  }

  /** How many leading parts form the partition key, on an engine with partitions. */
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

  /** Whether values are UUIDs that contain a time and sort by it. */
  static boolean isTimeUuid(Type type) {
    return type.toString().equals("timeuuid");
  }

  /**
   * Whether a part sorts as the column {@code column} does, if all values of the column are numbers
   * from 0 on, or times from 1970 on. Some formats sort correctly only among numbers of the same
   * sign.
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
   * The name of the time column whose order the part at index {@code part} follows; null if it
   * follows none. Different times may have the same value of the part, as in {@code
   * date_trunc('day', at)}.
   */
  public @Nullable String timeOf(int part) {
    return followed(part, this::isTime);
  }

  /**
   * The name of the column of times or of timeuuids whose order the part at index {@code part}
   * follows; null if it follows none. A new timeuuid sorts after the earlier ones.
   */
  public @Nullable String risingOf(int part) {
    return followed(part, column -> isTime(column) || isTimeUuid(type(column)));
  }

  private @Nullable String followed(int part, Predicate<String> isRising) {
    for (String column : parts().get(part).expression().columns()) {
      if (isRising.test(column) && followsRising(part, column)) {
        return column;
      }
    }
    return null;
  }

  /**
   * Whether the part at index {@code part} is a salt: a bucket, a remainder or a digest that is
   * computed from columns to spread rows.
   */
  public boolean isSalt(int part) {
    Set<String> functions = functions(parts().get(part).expression());
    return functions.contains("bucket")
        || functions.contains("mod")
        || functions.contains("phoenix_salt")
        || functions.stream().anyMatch(DIGESTS::contains);
  }

  private static final Set<String> DIGESTS = Set.of("md5", "sha1", "sha256");

  /** The names of the functions that an expression calls. */
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

  /** Whether {@code expression} is a call of the function with the name {@code function}. */
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
