package keywright.hbase.keys;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import keywright.key.ByteRange;
import keywright.key.Column;
import keywright.key.Condition;
import keywright.key.Condition.Compare;
import keywright.key.Condition.In;
import keywright.key.Condition.IsNull;
import keywright.key.Condition.Like;
import keywright.key.Condition.Operator;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import keywright.key.Type;

/** Random declarations of tables, rows of them, and conditions; and which rows meet these. */
final class RandomTables {
  private static final List<String> STATES = List.of("", "new", "newer", "paid", "é", "z");
  private static final Operator[] OPERATORS = Operator.values();

  /** A cell and its format. */
  private record Cell(String declaration, String place, KeyFormat format) {}

  private static final KeyFormat HBASE = KeyFormat.of("hbase");

  private static final List<Cell> CELLS =
      List.of(
          new Cell("amount decimal(10,2)", "d:amount", HBASE),
          new Cell("qty int", "d:q\\x00", HBASE),
          new Cell("state text NULL", "d:state", HBASE),
          new Cell("score double NULL", "e:score", HBASE),
          new Cell("seen timestamp NULL", "e:seen", KeyFormat.kw1()),
          new Cell("label text NULL", "e:", KeyFormat.kw1()),
          new Cell("raw blob NULL", "d:raw", HBASE),
          new Cell("code bigint NULL", "d:code", KeyFormat.text("")),
          new Cell("ok boolean NULL", "e:ok", HBASE));

  private final SplittableRandom random;
  final KeySchema schema;
  final HBaseKeys keys;

  /** How many leading parts spread rows. */
  final int bucketParts;

  /** By row key. */
  final Map<byte[], Map<String, Object>> rows = new TreeMap<>(ByteRange.order());

  private final Map<String, Type> types = new LinkedHashMap<>();

  RandomTables(SplittableRandom random, int count) {
    this.random = random;
    int format = random.nextInt(4);
    boolean isKw1 = format < 2;
    String n = isKw1 && random.nextBoolean() ? "n int NULL" : "n int";
    String columns = "tenant text, " + n + ", at timestamp, flag boolean, id bigint";
    List<String> buckets = new ArrayList<>();
    for (String part :
        shuffled("bucket(4)", "bucket(3, id)", "mod(id, 3)", "left(md5(tenant), 1)")) {
      if (random.nextInt(3) == 0 && buckets.size() < 2) {
        buckets.add(part);
      }
    }
    List<String> parts = new ArrayList<>(buckets);
    for (String part :
        format == 3 ? shuffled("at", "flag", "n") : shuffled("tenant", "at", "n", "flag")) {
      if (random.nextInt(3) > 0) {
        boolean desc = isKw1 && random.nextInt(3) == 0;
        boolean last = isKw1 && random.nextInt(4) == 0;
        parts.add(part + (desc ? " DESC" : "") + (last ? " NULLS LAST" : ""));
      }
    }
    parts.add(
        isKw1 && random.nextBoolean()
            ? "id DESC"
            : random.nextInt(4) == 0 && format != 2 ? "reverse(lpad(id, 9))" : "id");
    schema =
        KeySchema.parse(
            columns,
            String.join(", ", parts),
            isKw1 ? KeyFormat.kw1() : format == 2 ? KeyFormat.text("|") : HBASE);
    bucketParts = buckets.size();
    HBaseKeys mapped = HBaseKeys.of(schema);
    for (Cell cell : CELLS) {
      if (random.nextInt(3) > 0) {
        mapped = mapped.column(cell.declaration, cell.place, cell.format);
        Column column = Column.parseList(cell.declaration).get(0);
        types.put(column.name(), column.type());
      }
    }
    keys = mapped;
    for (Column column : schema.columns()) {
      if (schema.keyColumns().contains(column.name())) {
        types.put(column.name(), column.type());
      }
    }
    for (int i = 0; i < count; i++) {
      Map<String, Object> row = new LinkedHashMap<>();
      for (String column : types.keySet()) {
        Object value = value(column);
        boolean isNullable =
            CELLS.stream()
                    .anyMatch(
                        cell -> cell.declaration.equals(column + " " + types.get(column) + " NULL"))
                || (column.equals("n") && n.endsWith("NULL"));
        row.put(column, isNullable && random.nextInt(4) == 0 ? null : value);
      }
      try {
        rows.put(keys.rowKey(row), row);
      } catch (KeyException e) {
        // The format does not hold such a value.
      }
    }
  }

  private List<String> shuffled(String... all) {
    List<String> list = new ArrayList<>(Arrays.asList(all));
    for (int i = list.size() - 1; i > 0; i--) {
      Collections.swap(list, i, random.nextInt(i + 1));
    }
    return list;
  }

  private Object value(String column) {
    return switch (column) {
      case "tenant" -> List.of("a", "ab", "b", "éa").get(random.nextInt(4));
      case "n", "qty" -> random.nextInt(-3, 4);
      case "at", "seen" -> Instant.ofEpochMilli(random.nextInt(-5, 5));
      case "flag", "ok" -> random.nextBoolean();
      case "id" -> (long) random.nextInt(60);
      case "amount" -> BigDecimal.valueOf(random.nextInt(-300, 300), 2);
      case "state", "label" -> STATES.get(random.nextInt(STATES.size()));
      case "score" -> List.of(-1.5, -0.5, 0.0, 0.5, Double.NaN, 3.0).get(random.nextInt(6));
      case "raw" -> Arrays.copyOf(new byte[] {(byte) random.nextInt(-2, 2), 7}, random.nextInt(3));
      default -> (long) random.nextInt(-20, 20);
    };
  }

  /** The columns that conditions may be on: a key of digests does not give others back. */
  private List<String> columns() {
    return types.keySet().stream()
        .filter(each -> schema.recovers(each) || !schema.keyColumns().contains(each))
        .toList();
  }

  List<Condition> conditions() {
    List<Condition> conditions = new ArrayList<>();
    List<String> columns = columns();
    for (int i = random.nextInt(4); i > 0; i--) {
      conditions.add(condition(columns.get(random.nextInt(columns.size()))));
    }
    return conditions;
  }

  private Condition condition(String column) {
    boolean isText = types.get(column).valueClass() == String.class;
    return switch (random.nextInt(isText ? 9 : 7)) {
      case 0, 1 -> new Compare(column, Operator.EQ, value(column));
      case 2, 3 -> new Compare(column, OPERATORS[random.nextInt(5)], value(column));
      case 4 -> new In(column, List.of(value(column), value(column), value(column)));
      case 5 -> new IsNull(column, random.nextBoolean());
      case 6 -> new In(column, List.of(value(column), value(column)));
      default ->
          new Like(column, List.of("n%", "ne_", "%e%", "a%", "", "%").get(random.nextInt(6)));
    };
  }

  /** The row keys of the rows that meet the conditions, in the order that scans promise. */
  List<byte[]> expected(List<Condition> conditions, boolean reversed) {
    List<byte[]> found = new ArrayList<>();
    rows.forEach(
        (rowKey, row) -> {
          if (conditions.stream()
              .allMatch(each -> each.test(types.get(each.column()), row.get(each.column())))) {
            found.add(rowKey);
          }
        });
    found.sort(reversed ? order().reversed() : order());
    return found;
  }

  /**
   * By the parts after the buckets: by their values where all of them sort, else by their bytes;
   * then by the bucket.
   */
  private Comparator<byte[]> order() {
    Comparator<byte[]> parts =
        (a, b) -> {
          Key x = schema.decode(a);
          Key y = schema.decode(b);
          if (!schema.format().equals(KeyFormat.kw1())) {
            return Arrays.compareUnsigned(
                Arrays.copyOfRange(a, schema.offset(x, bucketParts), a.length),
                Arrays.copyOfRange(b, schema.offset(y, bucketParts), b.length));
          }
          for (int part = bucketParts; part < x.size(); part++) {
            int order = schema.comparePart(part, x, y);
            if (order != 0) {
              return order;
            }
          }
          return 0;
        };
    return parts.thenComparing(Arrays::compareUnsigned);
  }

  @Override
  public String toString() {
    return keys.toString();
  }
}
