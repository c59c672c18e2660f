package keywright.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.key.KeyRange;
import keywright.key.KeySchema;
import keywright.store.ColumnLayout;
import keywright.store.FamilyLayout;
import keywright.store.RowOptions;
import keywright.store.RowReader;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.UnreadableRowException;
import org.jspecify.annotations.Nullable;

/**
 * The form of a table in Cassandra: its columns, and how keys and rows become them.
 *
 * <ul>
 *   <li>The leading parts of the key are the partition key, a column each; where one may be null or
 *       has values whose bytes differ though they are equal, the bytes of the whole row key stand
 *       in {@code kw_p} (these parts) and {@code kw_k} (the others) instead.
 *   <li>The other parts are clustering columns, with their directions, as far as Cassandra sorts
 *       their values as the key does. From the first on that may be null, or has another order, the
 *       bytes of the row key stand in {@code kw_k}.
 *   <li>All other columns are as {@link StampedColumns} has them. A table that other clients write
 *       has {@link PlainColumns}, and no bytes of row keys.
 * </ul>
 *
 * Thread-safe.
 */
final class TableForm {
  private static final String PARTITION = "kw_p";
  private static final String TAIL = "kw_k";
  private static final String RESERVED = "kw_";

  /**
   * The longest partition key, and the longest clustering columns together, that Cassandra has, in
   * bytes. Other clients may write longer keys than {@link CassandraEngine#MAX_KEY_LENGTH}.
   */
  private static final int MAX_STORED_KEY_LENGTH = 65_535;

  /** What a partition key of several columns has beside each value, in bytes. */
  private static final int COMPONENT_OVERHEAD = 3;

  /** A column of the primary key. */
  record KeyColumn(String name, NativeType type, boolean descending) {}

  /** A column of values. */
  record ValueColumn(int id, int family, String name, NativeType type) {}

  /**
   * A partition that is known, so that its columns need not be read with each row.
   *
   * @param values of its columns
   * @param parts of the key that they are; null where they are bytes of the row key
   */
  record Partition(List<ByteBuffer> values, @Nullable List<Object> parts) {}

  /** What was last read, and for which options. */
  private record Made(RowOptions options, Reading reading) {}

  private volatile @Nullable Made lastReading;

  private final TableLayout layout;
  private final List<KeyColumn> partition = new ArrayList<>();
  private final List<KeyColumn> clustering = new ArrayList<>();
  private final List<ValueColumn> values = new ArrayList<>();

  /** How many parts of the key have a clustering column of their own. */
  private final int nativeClustering;

  private final boolean partitionIsBytes;
  private final boolean hasTail;
  private final RowColumns columns;

  /** Whether all parts of the key are columns of their own. */
  private final boolean keyIsColumns;

  /**
   * Whether clustering columns, and those of the partition, hold no other values than their parts
   * of the key have. Where other clients may have written others, a key is checked by encoding it.
   */
  private final boolean clusteringIsChecked;

  private final boolean partitionIsChecked;

  /**
   * @throws StoreException for a layout that cannot be a table of Cassandra, or none that other
   *     clients write
   */
  TableForm(TableLayout layout) {
    this.layout = layout;
    KeySchema schema = layout.keySchema();
    for (int family = 0; family < layout.families().size(); family++) {
      for (ColumnLayout column : layout.families().get(family).columns()) {
        if (!layout.isAttached()) {
          requireFree(column.name());
        }
        values.add(
            new ValueColumn(column.id(), family, column.name(), NativeType.of(column.type())));
      }
    }
    int parts = schema.parts().size();
    int partitionParts = layout.partitionParts();
    boolean bytes = layout.isInternal();
    for (int part = 0; part < partitionParts; part++) {
      bytes |= schema.partNullable(part) || !NativeType.of(schema.partType(part)).hashes();
    }
    partitionIsBytes = bytes;
    if (bytes) {
      partition.add(new KeyColumn(PARTITION, NativeType.BYTES, false));
    } else {
      for (int part = 0; part < partitionParts; part++) {
        partition.add(column(part));
      }
    }
    int part = partitionParts;
    while (!bytes
        && part < parts
        && !schema.partNullable(part)
        && NativeType.of(schema.partType(part)).sorts()) {
      clustering.add(column(part++));
    }
    nativeClustering = clustering.size();
    hasTail = part < parts;
    if (hasTail) {
      clustering.add(new KeyColumn(TAIL, NativeType.BYTES, false));
    }
    boolean isPlain = layout.isPlain() || layout.isAttached();
    if (isPlain && (partitionIsBytes || hasTail)) {
      throw bytesInPlain(partitionIsBytes ? firstOfBytes(partitionParts) : part);
    }
    keyIsColumns = !bytes && !hasTail;
    partitionIsChecked = !isPlain || holdsAll(0, partitionParts);
    clusteringIsChecked = !isPlain || holdsAll(partitionParts, parts);
    columns = isPlain ? new PlainColumns(layout, values) : new StampedColumns(layout, values);
  }

  /** Whether the types of these parts have every value of their columns. */
  private boolean holdsAll(int from, int to) {
    for (int part = from; part < to; part++) {
      if (!NativeType.hasAllOfColumn(layout.keySchema().partType(part))) {
        return false;
      }
    }
    return true;
  }

  /** The first part of the partition that Cassandra cannot hash as the key does. */
  private int firstOfBytes(int partitionParts) {
    KeySchema schema = layout.keySchema();
    for (int part = 0; part < partitionParts; part++) {
      if (schema.partNullable(part) || !NativeType.of(schema.partType(part)).hashes()) {
        return part;
      }
    }
    return 0;
  }

  private StoreException bytesInPlain(int part) {
    KeySchema schema = layout.keySchema();
    String name = schema.parts().get(part).toString();
    String found =
        schema.partNullable(part)
            ? "which may be null, and Cassandra has no nulls in keys"
            : "of type %s, which Cassandra %s differently from Keywright"
                .formatted(schema.partType(part), part < partitionParts() ? "hashes" : "sorts");
    return new StoreException(
        ErrorCode.UNSUPPORTED,
        "cannot lay out table %s with writes = 'plain': found key part %s, %s; %s"
            .formatted(
                layout.name(),
                name,
                found,
                layout.isAttached()
                    ? "read the table with another client"
                    : "choose another type for it, or leave out writes = 'plain'"));
  }

  /** Whether rows are written without conditions. */
  boolean isPlain() {
    return columns instanceof PlainColumns;
  }

  private KeyColumn column(int part) {
    String name = layout.keyNames().get(part);
    if (!layout.isAttached()) {
      requireFree(name);
    }
    return new KeyColumn(
        name,
        NativeType.of(layout.keySchema().partType(part)),
        layout.keySchema().parts().get(part).descending());
  }

  /**
   * The names of the parts of the key in a table whose primary key has these columns; parts that
   * are no columns have the names of the layout.
   */
  List<String> keyNames(List<String> primaryKey) {
    List<String> names = new ArrayList<>(layout.keyNames());
    int columnParts = partitionIsBytes ? 0 : partitionParts() + nativeClustering;
    if (primaryKey.size() == partition.size() + clustering.size()) {
      for (int part = 0; part < columnParts; part++) {
        names.set(part, primaryKey.get(part));
      }
    }
    return names;
  }

  private void requireFree(String name) {
    if (name.toLowerCase(Locale.ROOT).startsWith(RESERVED)) {
      throw new StoreException(
          ErrorCode.UNSUPPORTED,
          "cannot lay out table %s: found column %s, expected a name that does not begin with kw_,"
                  .formatted(layout.name(), name)
              + " which on Cassandra are the columns of Keywright; choose another name");
    }
  }

  TableLayout layout() {
    return layout;
  }

  List<KeyColumn> partition() {
    return partition;
  }

  List<KeyColumn> clustering() {
    return clustering;
  }

  List<ValueColumn> values() {
    return values;
  }

  /** How many parts of the key have a clustering column of their own. */
  int nativeClustering() {
    return nativeClustering;
  }

  /** Whether bytes of the row key stand in a clustering column after those. */
  boolean hasTail() {
    return hasTail;
  }

  int partitionParts() {
    return layout.partitionParts();
  }

  /** The columns of the primary key. */
  List<KeyColumn> keyColumns() {
    List<KeyColumn> all = new ArrayList<>(partition);
    all.addAll(clustering);
    return all;
  }

  /** The statement that makes the table. */
  String create(String keyspace) {
    StringBuilder cql = new StringBuilder("CREATE TABLE ").append(name(keyspace)).append(" (");
    for (KeyColumn column : keyColumns()) {
      cql.append(definition(column.name(), column.type())).append(", ");
    }
    columns.definitions().forEach(definition -> cql.append(definition).append(", "));
    cql.append("PRIMARY KEY ((");
    cql.append(names(partition)).append(')');
    if (!clustering.isEmpty()) {
      cql.append(", ").append(names(clustering));
    }
    cql.append("))");
    if (!clustering.isEmpty()) {
      cql.append(" WITH CLUSTERING ORDER BY (").append(order(false)).append(") AND");
    } else {
      cql.append(" WITH");
    }
    FamilyLayout first = layout.families().get(0);
    return cql.append(" comment = ")
        .append(TableName.literal(TableComment.of(layout.name())))
        .append(" AND compression = ")
        .append(compression(first.compression()))
        .append(isPlain() ? lifetime() : "")
        .toString();
  }

  /** How long values live when their writer does not say: as those of all families. */
  String lifetime() {
    return " AND default_time_to_live = " + layout.ttlSeconds();
  }

  private static String compression(String name) {
    return switch (name) {
      case "none" -> "{'enabled': 'false'}";
      case "zstd" -> "{'class': 'ZstdCompressor'}";
      default -> "{'class': 'LZ4Compressor'}";
    };
  }

  static String definition(String name, NativeType type) {
    return TableName.quoted(name) + " " + type.dataType().asCql(true, true);
  }

  private static String names(List<KeyColumn> columns) {
    return columns.stream()
        .map(column -> TableName.quoted(column.name()))
        .collect(Collectors.joining(", "));
  }

  /** The partition key, as it stands in {@code token(…)}. */
  String partitionNames() {
    return names(partition);
  }

  /** What rows of a partition are sorted by. */
  String order(boolean reverse) {
    return clustering.stream()
        .map(
            column ->
                TableName.quoted(column.name())
                    + (column.descending() == reverse ? " ASC" : " DESC"))
        .collect(Collectors.joining(", "));
  }

  /** The table's name with its keyspace. */
  String name(String keyspace) {
    return TableName.quoted(keyspace) + "." + TableName.quoted(TableName.of(layout));
  }

  /** What a statement reads of a row whose key is known: what {@link RowColumns} says. */
  String selection(Reading reading) {
    return selection(reading, List.of());
  }

  /** What a statement reads of rows of a partition: what is not known of the key first. */
  String selection(Reading reading, @Nullable Partition known) {
    return selection(reading, known == null ? keyColumns() : clustering);
  }

  private String selection(Reading reading, List<KeyColumn> key) {
    List<String> names = new ArrayList<>();
    key.forEach(column -> names.add(TableName.quoted(column.name())));
    names.addAll(columns.selected(reading));
    // Of a row without other columns it shows at least that it exists.
    return names.isEmpty() ? TableName.quoted(partition.get(0).name()) : String.join(", ", names);
  }

  /** What is read for {@code options}, made once for those of the same query. */
  @SuppressWarnings("ReferenceEquality") // Others are equal in vain only.
  Reading reading(RowOptions options) {
    Made made = lastReading;
    if (made == null || made.options != options) {
      made = new Made(options, Reading.of(layout, options.families(), options.times()));
      lastReading = made;
    }
    return made.reading;
  }

  /**
   * What the columns of the primary key hold for a key.
   *
   * @throws StoreException for a key that Cassandra does not take
   */
  List<ByteBuffer> keyValues(Key key, byte[] rowKey) {
    List<ByteBuffer> bytes = new ArrayList<>(partition.size() + clustering.size());
    bytes.addAll(partitionValues(key.parts()));
    int first = partitionParts();
    for (int index = 0; index < nativeClustering; index++) {
      Object value = key.part(first + index);
      if (value == null) {
        throw new IllegalStateException("a null in a part that has none");
      }
      bytes.add(clustering.get(index).type().form().encode(value));
    }
    if (hasTail) {
      int start = prefix(key.parts().subList(0, first + nativeClustering)).length;
      bytes.add(ByteBuffer.wrap(rowKey, start, rowKey.length - start).slice());
    }
    return bytes;
  }

  /**
   * As {@link #keyValues}, for a write.
   *
   * @throws StoreException for a key that is too long, or that Cassandra does not have
   */
  List<ByteBuffer> writableKey(Key key, byte[] rowKey) {
    boolean isTooLong = rowKey.length > CassandraEngine.MAX_KEY_LENGTH;
    List<ByteBuffer> values = keyValues(key, rowKey);
    String problem =
        isTooLong
            ? "found a row key of %d bytes, expected at most %d"
                .formatted(rowKey.length, CassandraEngine.MAX_KEY_LENGTH)
            : problem(values);
    if (problem != null) {
      throw new StoreException(
          ErrorCode.INVALID, "cannot write to %s: %s".formatted(layout.name(), problem));
    }
    return values;
  }

  /** What the columns of the partition key hold for these leading values of a key. */
  List<ByteBuffer> partitionValues(List<@Nullable Object> parts) {
    int leading = partitionParts();
    if (partitionIsBytes) {
      return List.of(ByteBuffer.wrap(prefix(parts.subList(0, leading))));
    }
    List<ByteBuffer> bytes = new ArrayList<>(leading);
    for (int index = 0; index < leading; index++) {
      Object value = parts.get(index);
      if (value == null) {
        throw new IllegalStateException("a null in a part that has none");
      }
      bytes.add(partition.get(index).type().form().encode(value));
    }
    return bytes;
  }

  /** The partition of keys with these leading values. */
  Partition partition(List<@Nullable Object> leading) {
    List<ByteBuffer> bytes = partitionValues(leading);
    if (partitionIsBytes) {
      return new Partition(bytes, null);
    }
    List<Object> parts = new ArrayList<>(bytes.size());
    for (int part = 0; part < bytes.size(); part++) {
      parts.add(partition.get(part).type().form().decode(bytes.get(part).duplicate()));
    }
    return new Partition(bytes, parts);
  }

  /**
   * Whether Cassandra can have a partition: one text or blob alone must not be empty, and no
   * partition key is longer than {@link #MAX_STORED_KEY_LENGTH}.
   *
   * @param values of the columns of the partition key
   */
  boolean canHave(List<ByteBuffer> values) {
    if (values.size() > 1) {
      int length = 0;
      for (ByteBuffer value : values) {
        length += value.remaining() + COMPONENT_OVERHEAD;
      }
      return length <= MAX_STORED_KEY_LENGTH;
    }
    int length = values.get(0).remaining();
    boolean isEmpty = length == 0 && partition.get(0).type().mayBeEmpty();
    return !isEmpty && length <= MAX_STORED_KEY_LENGTH;
  }

  /** As {@link #keyValues}, for a read; null if Cassandra can have no row with this key. */
  @Nullable List<ByteBuffer> readableKey(Key key) {
    List<ByteBuffer> values = keyValues(key, layout.keySchema().encode(key));
    return problem(values) == null ? values : null;
  }

  /** Why Cassandra cannot have a row with a key; null if it can. */
  @Nullable String keyProblem(Key key) {
    return problem(keyValues(key, layout.keySchema().encode(key)));
  }

  private @Nullable String problem(List<ByteBuffer> values) {
    List<ByteBuffer> ofPartition = values.subList(0, partition.size());
    if (!canHave(ofPartition)) {
      return values.get(0).hasRemaining()
          ? "found a partition key that is longer than %,d bytes, expected a shorter one"
              .formatted(MAX_STORED_KEY_LENGTH)
          : "found an empty %s, expected a value: Cassandra has no partition with an empty key"
              .formatted(partition.get(0).name());
    }
    int length = 0;
    for (ByteBuffer value : values.subList(partition.size(), values.size())) {
      length += value.remaining();
    }
    return length <= MAX_STORED_KEY_LENGTH
        ? null
        : "found clustering columns that are longer than %,d bytes together, expected shorter ones"
            .formatted(MAX_STORED_KEY_LENGTH);
  }

  /** What a column of the partition key or the next clustering column holds for a value. */
  ByteBuffer clusteringValue(int index, Object value) {
    return clustering.get(index).type().form().encode(value);
  }

  /** The bytes that every row key with these leading values begins with. */
  byte[] prefix(List<@Nullable Object> leading) {
    return leading.isEmpty()
        ? new byte[0]
        : layout.keySchema().bytes(KeyRange.equalTo(leading)).start();
  }

  /** The row with a key that was read; null when there is none, or it has expired. */
  @Nullable StoredRow row(RowReader reader, Row row, Reading reading, Key key) {
    return columns.isThere(row, 0) ? columns.row(reader, row, 0, reading, key, null) : null;
  }

  /**
   * A row that was read with its key; null when it has expired.
   *
   * @param known the partition, whose columns were not read; null when they were
   */
  @Nullable StoredRow row(RowReader reader, Row row, Reading reading, @Nullable Partition known) {
    int at = clustering.size() + (known == null ? partition.size() : 0);
    if (!columns.isThere(row, at)) {
      return null;
    }
    boolean isChecked = clusteringIsChecked && (known != null || partitionIsChecked);
    return keyIsColumns && isChecked
        ? columns.row(reader, row, at, reading, key(row, known), null)
        : columns.row(reader, row, at, reading, null, rowKey(row, known));
  }

  /**
   * The key whose parts are the columns that it begins with.
   *
   * @throws UnreadableRowException when its parts do not agree, as where another client has written
   *     it
   */
  private Key key(Row row, @Nullable Partition known) {
    @Nullable Object[] parts = new @Nullable Object[partition.size() + clustering.size()];
    try {
      int part = 0;
      int at = 0;
      for (; part < partition.size(); part++) {
        parts[part] =
            known == null
                ? partition.get(part).type().form().decode(required(row.getBytesUnsafe(at++)))
                : part(Objects.requireNonNull(known.parts()), part);
      }
      for (; part < parts.length; part++) {
        NativeType.Form form = clustering.get(part - partition.size()).type().form();
        parts[part] = form.decode(required(row.getBytesUnsafe(at++)));
      }
      return layout.keySchema().keyOfParts(parts);
    } catch (KeyException e) {
      byte[] rowKey = rowKey(row, known);
      throw new UnreadableRowException(
          rowKey,
          "cannot read a row of %s: %s (row key %s)"
              .formatted(layout.name(), e.getMessage(), HexFormat.of().formatHex(rowKey)),
          e);
    }
  }

  /** A part of the key of all rows of a partition; bytes can be changed, so each has its own. */
  private static Object part(List<Object> parts, int part) {
    Object value = parts.get(part);
    return value instanceof byte[] bytes ? bytes.clone() : value;
  }

  /** The row key of a row that begins with the columns of the primary key. */
  private byte[] rowKey(Row row, @Nullable Partition known) {
    try {
      return joinedRowKey(row, known);
    } catch (KeyException e) {
      throw new UnreadableRowException(
          new byte[0],
          "cannot read a row of %s: found a row key that the declaration of the table does not allow (%s); another client has written the row; correct or delete it with that client"
              .formatted(layout.name(), e.getMessage()),
          e);
    }
  }

  private byte[] joinedRowKey(Row row, @Nullable Partition known) {
    List<@Nullable Object> leading = new ArrayList<>();
    byte[] start = {};
    int at = 0;
    for (int part = 0; part < partition.size(); part++) {
      ByteBuffer bytes = known == null ? row.getBytesUnsafe(at++) : known.values().get(part);
      if (partitionIsBytes) {
        start = bytes(required(bytes));
      } else {
        leading.add(partition.get(part).type().form().decode(required(bytes)));
      }
    }
    for (int part = 0; part < nativeClustering; part++) {
      leading.add(clustering.get(part).type().form().decode(required(row.getBytesUnsafe(at++))));
    }
    if (!hasTail) {
      return partitionIsBytes ? start : layout.keySchema().encode(KeyRange.equalTo(leading).key());
    }
    byte[] tail = bytes(required(row.getBytesUnsafe(at)));
    byte[] front = partitionIsBytes ? start : prefix(leading);
    byte[] rowKey = Arrays.copyOf(front, front.length + tail.length);
    System.arraycopy(tail, 0, rowKey, front.length, tail.length);
    return rowKey;
  }

  private static ByteBuffer required(@Nullable ByteBuffer bytes) {
    if (bytes == null) {
      throw new IllegalStateException("a key without a value");
    }
    return bytes;
  }

  static byte[] bytes(ByteBuffer buffer) {
    ByteBuffer from = buffer.duplicate();
    byte[] bytes = new byte[from.remaining()];
    from.get(bytes);
    return bytes;
  }

  /** The values of leading parts, unmodifiable. */
  static List<@Nullable Object> leading(List<@Nullable Object> values, int count) {
    return Collections.unmodifiableList(values.subList(0, count));
  }
}
