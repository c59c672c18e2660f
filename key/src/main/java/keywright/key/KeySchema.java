package keywright.key;

import java.lang.invoke.MethodHandles.Lookup;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A declared key: its columns, its parts in order, and its key format.
 *
 * <p>A schema converts the column values of a row to a {@link Key}, keys to row keys, row keys to
 * keys, and conditions on columns to ranges of keys. In the format kw1, the unsigned byte order of
 * the row keys is the order of {@link #compare}. In other formats this is so only for parts that
 * sort as their column does; {@link #follows} tells this for each part.
 *
 * <pre>{@code
 * KeySchema schema = KeySchema.parse("tenant text, ts timestamp, id bigint", "tenant, ts DESC, id");
 * byte[] rowKey = schema.encode(schema.key("acme", Instant.EPOCH, 1));
 * Object[] values = schema.columnValues(schema.decode(rowKey));
 * }</pre>
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class KeySchema {
  /** The largest number of values that become ranges of their own where this is not necessary. */
  private static final long FEW_VALUES = 64;

  /**
   * The relation between the order of a key part and the order of a column. The direction of the
   * part and the key format are taken into account.
   */
  public enum Following {
    /** The bytes of the part do not follow the order of the column. */
    NO,
    /** A larger value of the column gives a larger key. */
    FORWARDS,
    /** A larger value of the column gives a smaller key. */
    BACKWARDS,
    /** A larger value of the column gives a larger key or the same key. */
    WEAKLY_FORWARDS,
    /** A larger value of the column gives a smaller key or the same key. */
    WEAKLY_BACKWARDS
  }

  private final List<Column> columns;
  private final List<KeyPart> parts;
  private final KeyFormat format;
  private final List<TypedExpression> expressions;
  private final RowKeyCodec codec;
  private final Map<String, Integer> randomColumns;
  private final Map<String, ComputedPart> computedParts;
  private final Set<String> keyColumns;
  private final Recovery recovery;
  private final KeyEvaluation evaluation;
  private final PartLayout[] layouts;
  private final boolean isWritable;
  private final OptionalInt longestKey;

  private KeySchema(List<Column> declared, List<KeyPart> parts, KeyFormat format) {
    if (parts.isEmpty()) {
      throw KeyException.of("cannot make a key: found no parts, expected at least one");
    }
    this.parts = List.copyOf(parts);
    this.format = format;
    KeyNames names = new KeyNames(declared, this.parts);
    this.columns = names.columns();
    this.randomColumns = Collections.unmodifiableMap(names.randomValues());
    this.keyColumns = ExpressionTyper.columnsOf(parts);
    ExpressionTyper typer = new ExpressionTyper(columns, List.copyOf(keyColumns));
    this.expressions = typer.parts(this.parts, format);
    this.codec = format.codec(this.parts, expressions);
    this.recovery = new Recovery(columns, this.parts, expressions, format);
    this.evaluation = new KeyEvaluation(columns, this.parts, expressions, keyColumns);
    this.computedParts = ComputedPart.of(this, evaluation, names.computed());
    this.layouts = PartLayout.of(this.parts, expressions);
    this.isWritable =
        codec instanceof Kw1Codec
            && expressions.stream().allMatch(ColumnReference.class::isInstance);
    this.longestKey = sumOfLongest(codec, this.parts.size());
  }

  /**
   * Makes a key.
   *
   * @param columns the columns of the table. The key need not use all of them. For each {@code
   *     random(n)} without a declared column, a column is added
   * @param parts the parts of the key, in order
   * @param format the key format
   * @throws KeyException for an unknown column or function, an argument of the wrong type, or a
   *     part that the format cannot encode
   */
  public static KeySchema of(List<Column> columns, List<KeyPart> parts, KeyFormat format) {
    return new KeySchema(columns, parts, format);
  }

  /**
   * Parses a key in the format kw1, as in {@code parse("id bigint", "reverse(lpad(id, 9))")}.
   *
   * @param columns the declarations of the columns, as {@link Column#parseList} parses them
   * @param key the parts of the key, as {@link KeyPart#parseList} parses them
   * @throws KeyException as {@link #of} and as these two methods
   */
  public static KeySchema parse(String columns, String key) {
    return parse(columns, key, KeyFormat.kw1());
  }

  /**
   * Parses a key in the given format.
   *
   * @param columns the declarations of the columns, as {@link Column#parseList} parses them
   * @param key the parts of the key, as {@link KeyPart#parseList} parses them
   * @throws KeyException as {@link #of} and as these two methods
   */
  public static KeySchema parse(String columns, String key, KeyFormat format) {
    return of(Column.parseList(columns), KeyPart.parseList(key), format);
  }

  /**
   * Parses a text that {@link #descriptor} has written.
   *
   * @throws KeyException if the text has another form, or names a format or a hash that this
   *     version does not know
   */
  public static KeySchema parseDescriptor(String text) {
    return Descriptor.parse(text);
  }

  /**
   * Everything on which the bytes of a row key depend, as one line of text: format, hash, columns
   * and parts. {@link #parseDescriptor} parses this text.
   */
  public String descriptor() {
    return Descriptor.write(this);
  }

  /** The declared columns, then a column for each {@code random(n)} that has no declared column. */
  public List<Column> columns() {
    return columns;
  }

  /** The parts of the key as declared, in order. */
  public List<KeyPart> parts() {
    return parts;
  }

  /**
   * Computes a name for each part, for programs that store each part in a column. The name of a
   * part that is only a column is the name of the column. Otherwise the name is the one after
   * {@code AS}. Without {@code AS}, it is the text of the expression, in which each sequence of
   * characters other than ASCII letters, digits and {@code _} is replaced by one {@code _}. If a
   * name is already used, a number is appended to it; upper and lower case are not distinguished.
   *
   * @param taken the names of the other columns, which are already used
   * @return the names, in the order of the parts
   */
  public List<String> partNames(Collection<String> taken) {
    return KeyNames.ofParts(parts, taken);
  }

  /** The format of the row keys. */
  public KeyFormat format() {
    return format;
  }

  /** The type of the values of the part at index {@code part}, from 0. */
  public Type partType(int part) {
    return expressions.get(part).type();
  }

  /**
   * Whether the part at index {@code part}, from 0, may be null. It may be null if a column that
   * the part uses may be null.
   */
  public boolean partNullable(int part) {
    return expressions.get(part).nullable();
  }

  /** The names of the columns that the key uses, in order of first use. */
  public Set<String> keyColumns() {
    return keyColumns;
  }

  /**
   * The names of the columns of the {@code random(n)} parts, each with its number of values {@code
   * n}.
   */
  public Map<String, Integer> randomColumns() {
    return randomColumns;
  }

  /** The computed parts that have a name, by this name. They are not among {@link #columns}. */
  public Map<String, ComputedPart> computedParts() {
    return computedParts;
  }

  /** Whether the value of the column {@code column} can be decoded from the key. */
  public boolean recovers(String column) {
    int index = KeyNames.indexOf(columns, column);
    return index >= 0 && recovery.recovers(index);
  }

  /**
   * Checks that two different rows cannot have the same key. This is so if every column that the
   * key uses can be decoded from the key, or has its full digest as a part.
   *
   * @throws KeyException if two rows could have the same key; the message names the part to add
   */
  public void requireIdentifying() {
    recovery.requireIdentifying(keyColumns);
  }

  /**
   * Computes the key of a row.
   *
   * @param values the values of the row: one for each of {@link #columns}, of the {@link
   *     Type#valueClass} of its type, or of a class that {@link Type#convert} accepts. Values of
   *     columns that the key does not use are ignored
   * @throws KeyException if a value does not fit its column or a part; the message names the part
   *     and the column values
   */
  public Key key(@Nullable Object... values) {
    return new Key(evaluation.parts(values));
  }

  /**
   * Computes the row key of a row.
   *
   * @param columnValues the values of the row, as {@link #key} takes them
   * @return the row key, a new array
   * @throws KeyException as {@link #key} and {@link #encode}
   */
  public byte[] rowKey(@Nullable Object... columnValues) {
    return encode(key(columnValues));
  }

  /**
   * Encodes a key.
   *
   * @return the row key, a new array
   * @throws KeyException for a value that the format cannot encode
   */
  public byte[] encode(Key key) {
    return codec.encode(key.values());
  }

  /** Whether the format can encode a key. If it cannot, no row has the key. */
  public boolean encodes(Key key) {
    return codec.encodes(key.values());
  }

  /** As {@link RowKeyCodec#hasRowKeys}. */
  boolean hasRowKeys(@Nullable Object[] leading) {
    return codec.hasRowKeys(leading);
  }

  /**
   * Encodes a key into an array.
   *
   * @param into gets the row key, from the index {@code offset} on
   * @return the index in {@code into} after the last byte of the row key; -1 if the row key does
   *     not fit, and then {@code into} is not changed
   * @throws KeyException as {@link #encode(Key)}
   */
  public int encode(Key key, byte[] into, int offset) {
    return codec.encode(key.values(), into, offset);
  }

  /**
   * Decodes a row key.
   *
   * @throws KeyException if no row can have exactly this row key, for instance because a computed
   *     part does not match the columns that it is computed from; the message names the part and
   *     the offset
   */
  public Key decode(byte[] rowKey) {
    @Nullable Object[] values = codec.decode(rowKey);
    recovery.check(values, rowKey, codec);
    return new Key(values);
  }

  /**
   * Makes the key with the given values of its parts, for an engine that stores each part in a
   * column.
   *
   * @param parts the values of the parts, in order, each of the {@link Type#valueClass} of its
   *     part's type; the array is not copied
   * @throws KeyException as {@link #decode}; the message names the part and the offset in the row
   *     key
   */
  public Key keyOfParts(@Nullable Object... parts) {
    recovery.check(parts, null, codec);
    return new Key(parts);
  }

  /**
   * Makes a writer that writes one row key into a buffer, part by part.
   *
   * @param buffer the array that gets the bytes
   * @param offset the index in {@code buffer} of the first byte
   * @throws KeyException unless the format is kw1 and every part is a column
   */
  public RowKeyWriter writer(byte[] buffer, int offset) {
    if (!isWritable || offset < 0 || offset > buffer.length) {
      throw Refusals.noWriter(this, offset, buffer.length);
    }
    return new RowKeyWriter(this, layouts, buffer, offset);
  }

  /**
   * Makes a cursor over the parts of a row key, which must be in the format kw1.
   *
   * @throws KeyException unless the format is kw1
   */
  public RowKeyReader reader(byte[] rowKey) {
    return reader(rowKey, 0, rowKey.length);
  }

  /**
   * Makes a cursor over the parts of a row key that is a part of an array. Offsets in errors count
   * from the start of the row key, not of the array.
   *
   * @param bytes the array
   * @param from the index of the first byte of the row key
   * @param to the index after the last byte of the row key
   * @throws KeyException unless the format is kw1 and the range lies in the array
   */
  public RowKeyReader reader(byte[] bytes, int from, int to) {
    if (!(codec instanceof Kw1Codec) || from < 0 || from > to || to > bytes.length) {
      throw Refusals.noReader(this, from, to, bytes.length);
    }
    return new RowKeyReader(this, layouts, bytes, from, to);
  }

  /**
   * Decodes one part of a row key. Other parts are read only as far as necessary to find this part.
   *
   * @param index the index of the part, from 0
   * @return the value, as {@link Key#part} returns it; null if the part is null
   * @throws KeyException as {@link #decode}, for errors in the bytes that are read
   */
  public @Nullable Object part(byte[] rowKey, int index) {
    return codec instanceof Kw1Codec ? reader(rowKey).to(index).get() : decode(rowKey).part(index);
  }

  /**
   * Splits a row key into its parts: for each part, in order, its bytes and its value.
   *
   * @throws KeyException as {@link #decode}
   */
  public List<EncodedPart> annotate(byte[] rowKey) {
    return EncodedPart.of(this, rowKey, decode(rowKey));
  }

  /**
   * Makes a codec of records as {@link #codec(Class, Lookup)} does, for a record class that is
   * public or in no named module.
   *
   * @throws KeyException as {@link #codec(Class, Lookup)}
   */
  public <R extends Record> KeyCodec<R> codec(Class<R> recordClass) {
    return RecordShape.codec(this, recordClass, null);
  }

  /**
   * Makes a codec that encodes records to row keys and decodes row keys to records. Each component
   * of the record is a column: the component {@code paidAt} or {@code paid_at} is the column {@code
   * paid_at}. The type of a component is the {@link Type#valueClass} of its column, or the
   * primitive type of this class. For a timestamp or a date it may also be the number that {@link
   * RowKeyWriter} takes.
   *
   * @param lookup an object from {@code MethodHandles.lookup()} that has access to the record class
   * @throws KeyException if a component is not a column or has a wrong class, or if a key column
   *     has no component; the message names the component or the column
   */
  public <R extends Record> KeyCodec<R> codec(Class<R> recordClass, Lookup lookup) {
    return RecordShape.codec(this, recordClass, lookup);
  }

  /**
   * Computes the values of the columns from a key.
   *
   * @return one value for each of {@link #columns}, in order; null for a column that is null or
   *     cannot be decoded from the key
   */
  public @Nullable Object[] columnValues(Key key) {
    @Nullable Object[] row = new @Nullable Object[columns.size()];
    recovery.columnValues(key.values(), row);
    return row;
  }

  /**
   * Computes the values of the columns from a row key, as {@link #columnValues(Key)} does from a
   * key.
   *
   * @throws KeyException as {@link #decode}
   */
  public @Nullable Object[] columnValues(byte[] rowKey) {
    @Nullable Object[] row = new @Nullable Object[columns.size()];
    recovery.columnValues(rowKey, codec, row);
    return row;
  }

  /**
   * Computes the values of the columns from a key, as {@link #columnValues(Key)} does.
   *
   * @param into gets the value of each column that can be decoded from the key, at the index of the
   *     column; its other elements are not changed
   */
  public void columnValues(Key key, @Nullable Object[] into) {
    recovery.columnValues(key.values(), into);
  }

  /**
   * Computes the values of the columns from a row key, as {@link #columnValues(Key, Object[])} does
   * from a key.
   *
   * @throws KeyException as {@link #decode}
   */
  public void columnValues(byte[] rowKey, @Nullable Object[] into) {
    recovery.columnValues(rowKey, codec, into);
  }

  /**
   * Compares two keys in the declared order of this schema, part by part. The directions of the
   * parts and the positions of nulls are those of the declaration.
   *
   * @return a negative number, 0 or a positive number if {@code a} is before, equal to or after
   *     {@code b}
   */
  public int compare(Key a, Key b) {
    for (int i = 0; i < expressions.size(); i++) {
      int order = comparePart(i, a, b);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /**
   * Compares one part of two keys. The direction of the part and the position of nulls are those of
   * the declaration.
   *
   * @param part the index of the part, from 0
   * @return a negative number, 0 or a positive number if the part of {@code a} is before, equal to
   *     or after the part of {@code b}
   */
  public int comparePart(int part, Key a, Key b) {
    return parts.get(part).compare(partType(part), a.part(part), b.part(part));
  }

  /**
   * Computes the ranges of this key for conditions, all of which a row must meet. A part with few
   * values that no condition fixes is fanned out, which gives one range for each value, if a part
   * after it is fixed or bounded. A condition on a column that the schema does not have becomes a
   * residual condition.
   *
   * @throws KeyException for a literal that cannot be compared with the column's type
   */
  public KeyRanges ranges(List<Condition> conditions) {
    return new RangePlanner(this, conditions).plan(false);
  }

  /**
   * Computes ranges as {@link #ranges(List)} does, and expands bounds. A bound on a part with
   * discrete values, such as {@code day BETWEEN '2017-01-01' AND '2017-01-03'}, is expanded to one
   * range for each value, here three. A bound is expanded in two cases:
   *
   * <ul>
   *   <li>The bound is on one of the first {@code fixedParts} parts.
   *   <li>The bound has few values, and a condition fixes or bounds the next part.
   * </ul>
   *
   * @param most the largest number of ranges after an expansion; a bound that would give more
   *     ranges is not expanded
   * @throws KeyException as {@link #ranges(List)}
   */
  public KeyRanges ranges(List<Condition> conditions, int fixedParts, long most) {
    RangePlanner planner = new RangePlanner(this, conditions, fixedParts);
    KeyRanges ranges = planner.plan(false, Math.min(most, FEW_VALUES), most);
    return ranges.count() <= most ? ranges : planner.plan(false, 0, most);
  }

  /**
   * Computes ranges as {@link #ranges(List)} does, but always fans out leading parts with few
   * values, even if no later part is fixed or bounded. The rows of the ranges can then be merged in
   * the order of the later parts.
   *
   * @throws KeyException as {@link #ranges}
   */
  public KeyRanges rangesInOrder(List<Condition> conditions) {
    return new RangePlanner(this, conditions).plan(true);
  }

  /**
   * Computes the range of the row keys of all keys in {@code range}.
   *
   * @throws KeyException if the key format cannot encode one of the values
   */
  public ByteRange bytes(KeyRange range) {
    int restricted = range.prefix().size() + (range.restrictsNext() ? 1 : 0);
    if (restricted > parts.size()) {
      throw KeyException.of(
          "cannot make a range of row keys: found values for %d parts, expected at most %d"
              .formatted(restricted, parts.size()));
    }
    return codec.bytes(range);
  }

  /**
   * Computes the range of the row keys of all keys in {@code span}. The result is an empty range if
   * the span contains no key.
   *
   * @throws KeyException if the key format cannot encode one of the values
   */
  public ByteRange bytes(KeySpan span) {
    ByteRange range = bytes(span.range());
    KeyBound from = span.from();
    KeyBound to = span.to();
    byte[] start = from == null ? range.start() : position(from);
    byte[] stop = to == null ? range.stop() : position(to);
    return start == null ? range.emptied() : range.and(ByteRange.between(start, stop));
  }

  /** The lowest row key after a position; null if there is none. */
  private byte @Nullable [] position(KeyBound bound) {
    ByteRange keys = bytes(KeyRange.equalTo(bound.values()));
    return bound.after() ? keys.stop() : keys.start();
  }

  /**
   * Compares a range with a key.
   *
   * @return a negative number if all keys of the range come before the key, a positive number if
   *     all come after the key, 0 if the key is in the range
   */
  public int compare(KeyRange range, Key key) {
    ByteRange keys = bytes(range);
    byte[] rowKey = encode(key);
    if (keys.contains(rowKey)) {
      return 0;
    }
    return Arrays.compareUnsigned(keys.start(), rowKey) > 0 ? 1 : -1;
  }

  /**
   * Computes the range of the row keys whose leading parts have the given values.
   *
   * @param leading the values of the leading parts, of classes that {@link Type#convert} accepts
   * @throws KeyException for more values than parts, or for a value that its part cannot have
   */
  public ByteRange startingWith(@Nullable Object... leading) {
    return bytes(KeyRange.equalTo(evaluation.leading(leading)));
  }

  /**
   * The largest number of bytes that a part can have in a row key, with its null marker. Empty if
   * there is no largest number, as for text.
   *
   * @param part the index of the part, from 0
   */
  public OptionalInt longestPart(int part) {
    int longest = codec.longest(part);
    return longest < 0 ? OptionalInt.empty() : OptionalInt.of(longest);
  }

  /**
   * The largest number of bytes that a row key can have. Empty if there is no largest number,
   * because a part has none.
   */
  public OptionalInt longestKey() {
    return longestKey;
  }

  private static OptionalInt sumOfLongest(RowKeyCodec codec, int parts) {
    int sum = 0;
    for (int part = 0; part < parts; part++) {
      int longest = codec.longest(part);
      if (longest < 0) {
        return OptionalInt.empty();
      }
      sum += longest;
    }
    return OptionalInt.of(sum);
  }

  /**
   * Tells how the order of a part is related to the order of a column, among keys that differ only
   * in this column.
   *
   * @param part the index of the part, from 0
   * @param column the name of the column
   */
  public Following follows(int part, String column) {
    return follows(part, column, List.of());
  }

  /**
   * Tells how the order of a part is related to the order of a column as {@link #follows(int,
   * String)} does, but only among rows that meet {@code conditions}. For example, in some formats a
   * number column sorts correctly only among numbers of the same sign. For such a column the
   * condition {@code id >= 0} changes the result.
   *
   * @throws KeyException as {@link #ranges}
   */
  public Following follows(int part, String column, List<Condition> conditions) {
    return PartFollowing.of(this, part, column, conditions);
  }

  /**
   * The key as text for people, such as {@code (123, 2017-01-01, 7)}. It has values of columns, if
   * these can be decoded from the key.
   */
  public String readable(Key key) {
    return RangePrinter.key(this, key);
  }

  /**
   * The start of a range as text for people, such as {@code from (123)} or {@code after (123,
   * 2017-01-02)}.
   */
  public String readableStart(KeyRange range) {
    return RangePrinter.start(this, range);
  }

  /**
   * The end of a range as text for people, such as {@code through (123)} or {@code before (123,
   * 2017-01-02)}.
   */
  public String readableStop(KeyRange range) {
    return RangePrinter.stop(this, range);
  }

  List<TypedExpression> expressions() {
    return expressions;
  }

  PartLayout[] layouts() {
    return layouts;
  }

  RowKeyCodec codec() {
    return codec;
  }

  /**
   * Whether the bytes of the part at index {@code part}, from 0, sort as its values do, for all
   * values.
   */
  public boolean partSorts(int part) {
    return codec.sorts(part);
  }

  /**
   * Whether the part at index {@code part}, from 0, is prefix-free: the bytes of a value, with a
   * terminator, are never the beginning of the bytes of another value.
   */
  public boolean partIsPrefixFree(int part) {
    return codec.isPrefixFree(part);
  }

  /**
   * The number of different values that the part at index {@code part}, from 0, can have, such as 8
   * for {@code bucket(8)}; -1 if this number is large or unlimited.
   */
  public long partValues(int part) {
    return expressions.get(part).cardinality();
  }

  /**
   * The values of the part at index {@code part}, from 0, if all of them are equally frequent in
   * any data, as the values of {@code bucket(8)} are; otherwise empty.
   */
  public Optional<Spread> spread(int part) {
    return Spread.of(expressions.get(part));
  }

  /**
   * Whether two keys with the same value of the part at index {@code part}, from 0, always have the
   * same value of {@code column}.
   */
  public boolean partDetermines(int part, String column) {
    int index = indexOf(column);
    return index >= 0 && recovery.determines(part, index);
  }

  /**
   * The offset in bytes, from 0, of the part at index {@code part} in the row key of {@code key}.
   */
  public int offset(Key key, int part) {
    return codec.offset(key.values(), part);
  }

  int indexOf(String column) {
    return KeyNames.indexOf(columns, column);
  }
}
