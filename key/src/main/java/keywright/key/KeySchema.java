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
 * A declared key: its columns, its ordered parts and its format.
 *
 * <p>It converts column values to a {@link Key}, keys to row keys and back, and conditions on
 * columns to ranges of row keys. In the format kw1, the unsigned byte order of the row keys is the
 * order of {@link #compare}. In other formats this holds only for parts that sort as their column
 * does; {@link #follows} says which parts these are.
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
   * How the byte order of a part relates to the order of a column, with direction and format taken
   * into account.
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
  }

  /**
   * A key with {@code parts} that read {@code columns}. The key need not read all columns. A column
   * is added for each {@code random(n)} that has none.
   *
   * @throws KeyException for an unknown column or function, an argument of the wrong type, or a
   *     part that the format cannot hold
   */
  public static KeySchema of(List<Column> columns, List<KeyPart> parts, KeyFormat format) {
    return new KeySchema(columns, parts, format);
  }

  /** A key in the format kw1, from text: {@code parse("id bigint", "reverse(lpad(id, 9))")}. */
  public static KeySchema parse(String columns, String key) {
    return parse(columns, key, KeyFormat.kw1());
  }

  /** A key from text. */
  public static KeySchema parse(String columns, String key, KeyFormat format) {
    return of(Column.parseList(columns), KeyPart.parseList(key), format);
  }

  /**
   * The schema that {@link #descriptor} wrote.
   *
   * @throws KeyException for a format or a hash that this version does not know
   */
  public static KeySchema parseDescriptor(String text) {
    return Descriptor.parse(text);
  }

  /**
   * One line of text with everything that the bytes of a row key depend on: format, hash, columns
   * and parts.
   */
  public String descriptor() {
    return Descriptor.write(this);
  }

  /** The declared columns, then a column for each {@code random(n)} that has no declared column. */
  public List<Column> columns() {
    return columns;
  }

  /** The parts as declared. */
  public List<KeyPart> parts() {
    return parts;
  }

  /**
   * A name for each part, for programs that store each part in a column of its own. The name of a
   * part is its column, or the name given by {@code AS}, or else its expression, where each
   * sequence of other characters than ASCII letters, digits and {@code _} becomes one {@code _}. If
   * a name is already taken, a number is appended to it; upper and lower case are not
   * distinguished.
   *
   * @param taken the names of the other columns
   */
  public List<String> partNames(Collection<String> taken) {
    return KeyNames.ofParts(parts, taken);
  }

  /** The format of the row keys. */
  public KeyFormat format() {
    return format;
  }

  /** The type of the values of part {@code part}, from 0. */
  public Type partType(int part) {
    return expressions.get(part).type();
  }

  /**
   * Whether part {@code part}, from 0, may be null. It may be null if any column that the part
   * reads may be null.
   */
  public boolean partNullable(int part) {
    return expressions.get(part).nullable();
  }

  /** The columns that the key reads, in order of first use. */
  public Set<String> keyColumns() {
    return keyColumns;
  }

  /** The column of each {@code random(n)} with its number of values, {@code n}. */
  public Map<String, Integer> randomColumns() {
    return randomColumns;
  }

  /** The computed parts that have a name, by that name. They are not among {@link #columns}. */
  public Map<String, ComputedPart> computedParts() {
    return computedParts;
  }

  /** Whether the column can be recovered from the key. */
  public boolean recovers(String column) {
    int index = KeyNames.indexOf(columns, column);
    return index >= 0 && recovery.recovers(index);
  }

  /**
   * Checks that two different rows cannot have the same key. Every column that the key reads must
   * be recoverable from the key, or its full digest must be a part.
   *
   * @throws KeyException if two rows could have the same key; the message names the part to add
   */
  public void requireIdentifying() {
    recovery.requireIdentifying(keyColumns);
  }

  /**
   * The key of a row.
   *
   * @param values one for each column of {@link #columns}, of the value class of the column's type
   *     or convertible to it; values of columns that the key does not read are ignored
   * @throws KeyException if a value does not fit its column or a part; the message names the part
   *     and the column values
   */
  public Key key(@Nullable Object... values) {
    return new Key(evaluation.parts(values));
  }

  /**
   * The row key of a row: {@link #encode} of {@link #key}.
   *
   * @throws KeyException as {@link #key} and {@link #encode}
   */
  public byte[] rowKey(@Nullable Object... columnValues) {
    return encode(key(columnValues));
  }

  /**
   * The row key of {@code key}.
   *
   * @throws KeyException for a value that the format cannot encode; kw1 encodes all values
   */
  public byte[] encode(Key key) {
    return codec.encode(key.values());
  }

  /**
   * The key whose row key is {@code rowKey}.
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
   * The key with these parts, for an engine that stores each part in a column of its own.
   *
   * @param parts of the types' value classes; the array is not copied
   * @throws KeyException as {@link #decode}; the message names the part and the offset in the row
   *     key
   */
  public Key keyOfParts(@Nullable Object... parts) {
    recovery.check(parts, null, codec);
    return new Key(parts);
  }

  /**
   * A writer of one row key into {@code buffer} from {@code offset} on, part by part.
   *
   * @throws KeyException unless the format is kw1 and every part is a column
   */
  public RowKeyWriter writer(byte[] buffer, int offset) {
    if (!isWritable || offset < 0 || offset > buffer.length) {
      throw Refusals.noWriter(this, offset, buffer.length);
    }
    return new RowKeyWriter(this, layouts, buffer, offset);
  }

  /** A cursor over the parts of {@code rowKey}, which is in the format kw1. */
  public RowKeyReader reader(byte[] rowKey) {
    return reader(rowKey, 0, rowKey.length);
  }

  /**
   * A cursor over the parts of the row key {@code bytes[from, to)}. Offsets in its errors count
   * from the start of the row key, not of the array.
   *
   * @throws KeyException unless the format is kw1 and the range lies in the array
   */
  public RowKeyReader reader(byte[] bytes, int from, int to) {
    if (!(codec instanceof Kw1Codec) || from < 0 || from > to || to > bytes.length) {
      throw Refusals.noReader(this, from, to, bytes.length);
    }
    return new RowKeyReader(this, layouts, bytes, from, to);
  }

  /**
   * The value of part {@code index}, as {@link Key#part} returns it. Other parts are read only as
   * far as needed to find it.
   *
   * @throws KeyException as {@link #decode}, for errors in the bytes that are read
   */
  public @Nullable Object part(byte[] rowKey, int index) {
    return codec instanceof Kw1Codec ? reader(rowKey).to(index).get() : decode(rowKey).part(index);
  }

  /**
   * Which bytes of {@code rowKey} hold which part.
   *
   * @throws KeyException as {@link #decode}
   */
  public List<EncodedPart> annotate(byte[] rowKey) {
    return EncodedPart.of(this, rowKey, decode(rowKey));
  }

  /**
   * A codec of records, as {@link #codec(Class, Lookup)}, for record classes that need no lookup:
   * public ones, or ones outside named modules.
   *
   * @throws KeyException as {@link #codec(Class, Lookup)}
   */
  public <R extends Record> KeyCodec<R> codec(Class<R> recordClass) {
    return RecordShape.codec(this, recordClass, null);
  }

  /**
   * A codec of records. Each component is a column: the component {@code paidAt} or {@code paid_at}
   * is the column {@code paid_at}. The type of a component is the value class of the column's type
   * or its primitive type. For a timestamp or a date it may also be the number that {@link
   * RowKeyWriter} takes.
   *
   * @param lookup with access to the record, from {@code MethodHandles.lookup()}
   * @throws KeyException if a component is not a column or has a wrong class, or if a key column
   *     has no component; the message names the component or the column
   */
  public <R extends Record> KeyCodec<R> codec(Class<R> recordClass, Lookup lookup) {
    return RecordShape.codec(this, recordClass, lookup);
  }

  /**
   * The values of the columns, in the order of {@link #columns}. Null for a column that cannot be
   * recovered from the key.
   */
  public @Nullable Object[] columnValues(Key key) {
    return recovery.columnValues(key.values());
  }

  /**
   * The values of the columns, as {@link #columnValues(Key)}, directly from a row key.
   *
   * @throws KeyException as {@link #decode}
   */
  public @Nullable Object[] columnValues(byte[] rowKey) {
    return recovery.columnValues(rowKey, codec);
  }

  /** Compares two keys part by part. Direction and place of nulls are those of the declaration. */
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
   * Compares only part {@code part} of two keys. Direction and place of nulls are those of the
   * declaration.
   */
  public int comparePart(int part, Key a, Key b) {
    return parts.get(part).compare(partType(part), a.part(part), b.part(part));
  }

  /**
   * The ranges of this key for {@code conditions}, all of which must hold. Parts with few values
   * are fanned out if a part after them is fixed or bounded. A condition on a column that the
   * schema does not have becomes a filter.
   *
   * @throws KeyException for a literal that cannot be compared with the column's type
   */
  public KeyRanges ranges(List<Condition> conditions) {
    return new RangePlanner(this, conditions).plan(false);
  }

  /**
   * As {@link #ranges(List)}, with an expansion of bounds. A bound on a part with discrete values,
   * such as {@code day BETWEEN '2017-01-01' AND '2017-01-03'}, becomes one range for each value,
   * here three. The expansion applies to a part in two cases:
   *
   * <ul>
   *   <li>The part is one of the first {@code fixedParts} parts.
   *   <li>The bound has few values, and a condition fixes or bounds the next part.
   * </ul>
   *
   * @param most a bound is expanded only if there are at most this many ranges afterwards;
   *     otherwise it stays one range
   * @throws KeyException as {@link #ranges(List)}
   */
  public KeyRanges ranges(List<Condition> conditions, int fixedParts, long most) {
    RangePlanner planner = new RangePlanner(this, conditions);
    KeyRanges ranges = planner.plan(false, fixedParts, Math.min(most, FEW_VALUES), most);
    return ranges.count() <= most ? ranges : planner.plan(false, fixedParts, 0, most);
  }

  /**
   * As {@link #ranges}, but leading parts with few values are always fanned out, also if no later
   * part is fixed or bounded. The rows of the ranges can then be merged in the order of the later
   * parts.
   *
   * @throws KeyException as {@link #ranges}
   */
  public KeyRanges rangesInOrder(List<Condition> conditions) {
    return new RangePlanner(this, conditions).plan(true);
  }

  /** The row keys of the keys in {@code range}. */
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
   * The row keys of the keys in {@code span}; an empty range if the span contains no key.
   *
   * @throws KeyException when the format cannot hold one of the values
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
   * Compares a range with a key: below 0 when all keys of the range come before the key, above 0
   * when all come after it, 0 when the key is in the range.
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
   * The row keys whose leading parts have these values. The values are converted as {@link
   * Type#convert} does.
   *
   * @throws KeyException for more values than parts, or for a value that its part cannot have
   */
  public ByteRange startingWith(@Nullable Object... leading) {
    return bytes(KeyRange.equalTo(evaluation.leading(leading)));
  }

  /**
   * The largest number of bytes that part {@code part} can take, including its marker. Empty if
   * there is no maximum, as for text.
   */
  public OptionalInt longestPart(int part) {
    int longest = codec.longest(part);
    return longest < 0 ? OptionalInt.empty() : OptionalInt.of(longest);
  }

  /** The largest number of bytes that a row key can have; empty if a part has no maximum. */
  public OptionalInt longestKey() {
    int longest = 0;
    for (int i = 0; i < parts.size(); i++) {
      if (codec.longest(i) < 0) {
        return OptionalInt.empty();
      }
      longest += codec.longest(i);
    }
    return OptionalInt.of(longest);
  }

  /**
   * How the order of part {@code part} relates to the order of {@code column}, among keys that
   * differ only in this column.
   */
  public Following follows(int part, String column) {
    return follows(part, column, List.of());
  }

  /**
   * As {@link #follows(int, String)}, but only for rows that meet {@code conditions}. For instance,
   * in some formats a number column sorts correctly only among numbers of the same sign, so {@code
   * id >= 0} changes the answer.
   *
   * @throws KeyException as {@link #ranges}
   */
  public Following follows(int part, String column, List<Condition> conditions) {
    return PartFollowing.of(this, part, column, conditions);
  }

  /**
   * The key in readable form, with values of columns where they can be recovered: {@code (123,
   * 2017-01-01, 7)}.
   */
  public String readable(Key key) {
    return RangePrinter.key(this, key);
  }

  /** Where a range starts: {@code from (123)} or {@code after (123, 2017-01-02)}. */
  public String readableStart(KeyRange range) {
    return RangePrinter.start(this, range);
  }

  /** Where a range stops: {@code through (123)} or {@code before (123, 2017-01-02)}. */
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

  /** Whether the bytes of all values of part {@code part} sort as the values do. */
  public boolean partSorts(int part) {
    return codec.sorts(part);
  }

  /**
   * Whether part {@code part} is prefix-free: the bytes of a value, with terminator, are never a
   * prefix of the bytes of another value.
   */
  public boolean partIsPrefixFree(int part) {
    return codec.isPrefixFree(part);
  }

  /**
   * The number of values that part {@code part} can have, such as 8 for {@code bucket(8)}; -1 if it
   * is large or unlimited.
   */
  public long partValues(int part) {
    return expressions.get(part).cardinality();
  }

  /**
   * The values of part {@code part} if they are equally frequent for any rows, as those of {@code
   * bucket(8)} are; otherwise empty.
   */
  public Optional<Spread> spread(int part) {
    return Spread.of(expressions.get(part));
  }

  /** Whether equal values of part {@code part} mean equal values of {@code column}. */
  public boolean partDetermines(int part, String column) {
    int index = indexOf(column);
    return index >= 0 && recovery.determines(part, index);
  }

  /** The offset in bytes at which part {@code part} starts in the row key of {@code key}. */
  public int offset(Key key, int part) {
    return codec.offset(key.values(), part);
  }

  int indexOf(String column) {
    return KeyNames.indexOf(columns, column);
  }
}
