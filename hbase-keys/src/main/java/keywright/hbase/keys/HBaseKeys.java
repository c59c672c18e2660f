package keywright.hbase.keys;

import java.lang.invoke.MethodHandles.Lookup;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keywright.key.Column;
import keywright.key.Condition;
import keywright.key.Condition.Operator;
import keywright.key.KeyException;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of an HBase table, for programs that use HBase's own client: the key of its rows,
 * and the cells of the columns that are not in the key.
 *
 * <pre>{@code
 * HBaseKeys orders =
 *     HBaseKeys.of(
 *             KeySchema.parse(
 *                 "customer bigint, placed_at timestamp, id bigint",
 *                 "bucket(8), customer, placed_at DESC, id"))
 *         .column("amount decimal(10,2)", "d:amount")
 *         .column("state text NULL", "d:state");
 *
 * table.put(orders.put(Map.of("customer", 42, "placed_at", now, "id", 7, "amount", 12)));
 * try (ResultScanner rows =
 *     orders.where("customer", 42).and("placed_at", Operator.GE, since).scan(table)) {
 *   for (Result row : rows) {
 *     System.out.println(orders.values(row));
 *   }
 * }
 * }</pre>
 *
 * <p>The value of a cell has the bytes that HBase's {@code Bytes.toBytes} makes, or the bytes of
 * another format that {@link #column(String, String, KeyFormat)} names. A column that is null in a
 * row has no cell. The program opens and closes HBase's connection and tables. Immutable and safe
 * for use by many threads.
 */
public final class HBaseKeys {
  private static final KeyFormat TO_BYTES = KeyFormat.of("hbase");

  private final KeySchema schema;
  private final Buckets buckets;
  private final Map<String, Integer> keyPlaces = new LinkedHashMap<>();
  private final Map<String, CellColumn> cells;

  private HBaseKeys(KeySchema schema, Buckets buckets, Map<String, CellColumn> cells) {
    this.schema = schema;
    this.buckets = buckets;
    this.cells = Collections.unmodifiableMap(cells);
    List<Column> columns = schema.columns();
    for (int i = 0; i < columns.size(); i++) {
      if (isOfKey(columns.get(i).name())) {
        keyPlaces.put(columns.get(i).name(), i);
      }
    }
  }

  /**
   * Makes the declaration of a table without cells.
   *
   * @param schema the key of the table. A column of the schema that the key does not use is not a
   *     column of the table; such columns are declared with {@link #column}
   */
  public static HBaseKeys of(KeySchema schema) {
    return new HBaseKeys(schema, Buckets.of(schema), Map.of());
  }

  /**
   * Makes a copy of this declaration with one more column that has a cell. The value of the cell
   * has the bytes that HBase's {@code Bytes.toBytes} makes. The type of the column is {@code
   * smallint}, {@code int}, {@code bigint}, {@code float}, {@code double}, {@code boolean}, {@code
   * text}, {@code decimal(p,s)}, {@code blob} as it is, {@code timestamp} as a long, {@code date}
   * as an int, {@code uuid}, {@code char(n)}, {@code digits(n)}.
   *
   * @param declaration the declaration of the column, such as {@code amount decimal(10,2)}, with
   *     {@code NULL} at its end if rows may lack the cell. A column of the key may also have a
   *     cell, if the column cannot be decoded from the key, as the input of a digest
   * @param cell the name of the cell, {@code family:qualifier}; bytes that are not printable
   *     characters are written as in the HBase shell, {@code \x00}
   * @throws KeyException for a wrong declaration, for a column or a cell that is already declared,
   *     or for a type that is not among these types
   */
  public HBaseKeys column(String declaration, String cell) {
    return column(declaration, cell, TO_BYTES);
  }

  /**
   * Makes a copy of this declaration with one more column as {@link #column(String, String)} does,
   * with values in another format.
   *
   * @param format the format of the values: {@code kw1}, which can encode every type, or {@code
   *     text}
   * @throws KeyException as {@link #column(String, String)}, and for any other format
   */
  public HBaseKeys column(String declaration, String cell, KeyFormat format) {
    List<Column> declared = Column.parseList(declaration);
    if (declared.size() != 1) {
      throw KeyException.of(
          "cannot map '%s': found %d columns, expected one"
              .formatted(declaration, declared.size()));
    }
    if (!List.of("hbase", "kw1", "text").contains(format.name())) {
      throw KeyException.of(
          "cannot map %s: found the format %s, expected hbase, kw1 or text"
              .formatted(declared.get(0).name(), format.name()));
    }
    CellColumn added = new CellColumn(declared.get(0), cell, format);
    Integer key = keyPlaces.get(added.name());
    if (cells.containsKey(added.name())
        || (key != null && !schema.columns().get(key).type().equals(added.column().type()))) {
      throw KeyException.of(
          "cannot map %s to %s: found a column of this name, declared as %s, expected another name"
              .formatted(
                  added.column(),
                  cell,
                  key == null ? cells.get(added.name()) : schema.columns().get(key)));
    }
    for (CellColumn other : cells.values()) {
      if (other.isAt(added)) {
        throw KeyException.of(
            "cannot map %s to %s: found column %s in this cell already, expected another cell"
                .formatted(added.name(), cell, other.name()));
      }
    }
    Map<String, CellColumn> more = new LinkedHashMap<>(cells);
    more.put(added.name(), added);
    return new HBaseKeys(schema, buckets, more);
  }

  /** The declared key of the rows. */
  public KeySchema schema() {
    return schema;
  }

  /**
   * Computes the row key of a row.
   *
   * @param values the values by column name. A value is converted to the type of its column, if
   *     this is possible without loss. Values of columns that the key does not use are ignored
   * @throws KeyException for an unknown column, and as {@link KeySchema#rowKey}
   */
  public byte[] rowKey(Map<String, ?> values) {
    @Nullable Object[] all = new @Nullable Object[schema.columns().size()];
    for (Map.Entry<String, ?> value : values.entrySet()) {
      Integer place = keyPlaces.get(value.getKey());
      if (place != null) {
        all[place] = value.getValue();
      } else if (!cells.containsKey(value.getKey())) {
        throw unknown(value.getKey());
      }
    }
    return schema.rowKey(all);
  }

  /**
   * Makes a put of a row. The program may add further cells to the put. A null is not written: if
   * the row already has the cell, the cell keeps its value.
   *
   * @param values the values by column name. All columns that the key uses, and all columns that
   *     are not declared {@code NULL}, must have a value
   * @throws KeyException as {@link #rowKey}, and for a value that does not fit the type of its
   *     column
   */
  public Put put(Map<String, ?> values) {
    Put put = new Put(rowKey(values));
    for (CellColumn cell : cells.values()) {
      cell.put(put, values.get(cell.name()));
    }
    return put;
  }

  /**
   * Makes a get of one row with all its cells.
   *
   * @param key the values of the columns that the key uses, by column name; values of other columns
   *     are ignored
   * @throws KeyException as {@link #rowKey}
   */
  public Get get(Map<String, ?> key) {
    return new Get(rowKey(key));
  }

  /**
   * Makes a delete of one row with all its cells.
   *
   * @param key the values of the columns that the key uses, by column name; values of other columns
   *     are ignored
   * @throws KeyException as {@link #rowKey}
   */
  public Delete delete(Map<String, ?> key) {
    return new Delete(rowKey(key));
  }

  /**
   * Decodes the values of a row.
   *
   * @return the values by column name, in the declared order: first the columns of the key, then
   *     the columns with cells. A value is null if the row lacks its cell, or if the column has no
   *     cell and cannot be decoded from the row key
   * @throws KeyException if the row key does not fit the declared key, or if the result is empty
   * @throws UnreadableCellException if the bytes of a cell are not a value of its column
   */
  public Map<String, @Nullable Object> values(Result row) {
    @Nullable Object[] key = keyValues(row);
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    keyPlaces.forEach((name, place) -> values.put(name, key[place]));
    for (CellColumn cell : cells.values()) {
      Object value = cell.value(row);
      if (value != null || !keyPlaces.containsKey(cell.name())) {
        values.put(cell.name(), value);
      }
    }
    return values;
  }

  /**
   * Decodes one value of a row.
   *
   * @return the value; null in the same cases as in {@link #values}
   * @throws KeyException for an unknown column, and as {@link #values}
   * @throws UnreadableCellException as {@link #values}
   */
  public @Nullable Object value(Result row, String column) {
    CellColumn cell = cells.get(column);
    Integer place = keyPlaces.get(column);
    if (place != null && (cell == null || schema.recovers(column))) {
      return keyValues(row)[place];
    }
    if (cell == null) {
      throw unknown(column);
    }
    return cell.value(row);
  }

  /** One value for each column of the schema. */
  @Nullable Object[] keyValues(Result row) {
    if (row.isEmpty()) {
      throw KeyException.of(
          "cannot read a row: found an empty Result, expected a row; check Result.isEmpty() first");
    }
    return schema.columnValues(row.getRow());
  }

  /** Makes a query for all rows of the table. */
  public HBaseQuery all() {
    return new HBaseQuery(this, List.of());
  }

  /**
   * Makes a query for the rows in which {@code column} equals {@code value}.
   *
   * @throws KeyException for an unknown column, or a value that cannot be compared with its type
   */
  public HBaseQuery where(String column, Object value) {
    return all().and(column, value);
  }

  /**
   * Makes a query for the rows in which the comparison of {@code column} with {@code value} is
   * true, such as {@code where("placed_at", Operator.GE, since)}.
   *
   * @throws KeyException for an unknown column, or a value that cannot be compared with its type
   */
  public HBaseQuery where(String column, Operator operator, Object value) {
    return all().and(column, operator, value);
  }

  /**
   * Makes a query for the rows that meet a condition, such as {@code new Condition.In("state",
   * List.of("new", "paid"))}, a {@link Condition.Like} or a {@link Condition.IsNull}.
   *
   * @throws KeyException for an unknown column, or a literal that cannot be compared with its type
   */
  public HBaseQuery where(Condition condition) {
    return all().and(condition);
  }

  /**
   * Computes the split keys of a new table, for {@code Admin.createTable}. They lie between values
   * of leading key parts whose values are equally frequent in any data, such as buckets and
   * digests. For n regions there are n - 1 split keys, or fewer if these key parts have fewer than
   * n values.
   *
   * @param regions the wanted number of regions, from 2 to 10,000
   * @throws KeyException if the frequencies of the values of the first key part are unknown
   */
  public byte[][] splits(int regions) {
    return Buckets.splits(schema, regions);
  }

  /**
   * Makes an object that writes and reads the rows of this table as records. The record class must
   * be public, or in no named module; for other record classes call {@link #records(Class,
   * Lookup)}.
   *
   * @throws KeyException as {@link #records(Class, Lookup)}
   */
  public <R extends Record> HBaseRecords<R> records(Class<R> recordClass) {
    return HBaseRecords.of(this, recordClass, null);
  }

  /**
   * Makes an object that writes and reads the rows of this table as records. Each component of the
   * record is a column: the component {@code placedAt} or {@code placed_at} is the column {@code
   * placed_at}. Every column that the key uses must have a component. The type of a component is
   * the value class of its column, or the primitive type of this class. Making the object takes
   * about a millisecond, so a program should make it once and keep it.
   *
   * @param lookup an object from {@code MethodHandles.lookup()} that has access to the record class
   * @throws KeyException if a component is not a column or has another class, or if a column of the
   *     key has no component; the message names the component or the column
   */
  public <R extends Record> HBaseRecords<R> records(Class<R> recordClass, Lookup lookup) {
    return HBaseRecords.of(this, recordClass, lookup);
  }

  Buckets buckets() {
    return buckets;
  }

  /** The columns in cells, by name. */
  Map<String, CellColumn> cells() {
    return cells;
  }

  private boolean isOfKey(String column) {
    return schema.keyColumns().contains(column) || schema.randomColumns().containsKey(column);
  }

  /** The places in the schema of the columns that the key reads, by name. */
  Map<String, Integer> keyPlaces() {
    return Collections.unmodifiableMap(keyPlaces);
  }

  KeyException unknown(String column) {
    Map<String, Object> names = new LinkedHashMap<>(keyPlaces);
    names.putAll(cells);
    return KeyException.of(
        "cannot use column %s: found no such column, expected one of %s"
            .formatted(column, String.join(", ", names.keySet())));
  }

  /** The key and the cells as declared, as text. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(schema.descriptor());
    cells.values().forEach(cell -> text.append("; ").append(cell));
    return text.toString();
  }
}
