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
 * <p>Turns column values into a {@link Key}, a key into a row key and back, and conditions on
 * columns into ranges of row keys. Unsigned order of the row keys equals {@link #compare} of the
 * keys in the format kw1, and in the others for the parts that {@link #follows} a column.
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
  /** As many values of a part are ranges of their own where that is not necessary. */
  private static final long FEW_VALUES = 64;

  /** How a part follows a column, direction and format taken into account. */
  public enum Following {
    /** It does not follow the column in order. */
    NO,
    /** Larger column, larger key. */
    FORWARDS,
    /** Larger column, smaller key. */
    BACKWARDS,
    /** Larger column, larger or equal key. */
    WEAKLY_FORWARDS,
    /** Larger column, smaller or equal key. */
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
   * A key of {@code parts} over {@code columns}. It need not use all of them. A column for each
   * {@code random(n)} is added unless it exists.
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

  /** One line that keeps format, hash, columns and parts: what the bytes of a row key depend on. */
  public String descriptor() {
    return Descriptor.write(this);
  }

  /** The columns declared, then one for each {@code random(n)} that was not among them. */
  public List<Column> columns() {
    return columns;
  }

  /** The parts as declared. */
  public List<KeyPart> parts() {
    return parts;
  }

  /**
   * A name for each part, for programs that keep each part in a column of its own: the column, the
   * name given by AS, or what is left of the expression in letters of ASCII, digits and {@code _}.
   * A name that is taken, in any case, has a number behind it.
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

  /** The type of a part's values. */
  public Type partType(int part) {
    return expressions.get(part).type();
  }

  /** Whether a part may be null: when any column that it reads may be. */
  public boolean partNullable(int part) {
    return expressions.get(part).nullable();
  }

  /** The columns that the key reads, in order of first use. */
  public Set<String> keyColumns() {
    return keyColumns;
  }

  /** The columns of {@code random(n)}, each with its number of values. */
  public Map<String, Integer> randomColumns() {
    return randomColumns;
  }

  /** The computed parts that have a name, by that name; {@link #columns} does not have them. */
  public Map<String, ComputedPart> computedParts() {
    return computedParts;
  }

  /** Whether the column can be recovered from the key. */
  public boolean recovers(String column) {
    int index = KeyNames.indexOf(columns, column);
    return index >= 0 && recovery.recovers(index);
  }

  /**
   * Refuses a key that two different rows could share. Every column that it reads must be
   * recoverable from it, or be in it through a full digest.
   *
   * @throws KeyException with the part to add
   */
  public void requireIdentifying() {
    recovery.requireIdentifying(keyColumns);
  }

  /**
   * The key of a row.
   *
   * @param values one per column of {@link #columns}, of the types' value classes or convertible to
   *     them; those of columns that the key does not read are ignored
   * @throws KeyException naming the part, the column values, what was found and what was expected
   */
  public Key key(@Nullable Object... values) {
    return new Key(evaluation.parts(values));
  }

  /**
   * The row key of a row: {@link #encode} of {@link #key}.
   *
   * @throws KeyException as these two
   */
  public byte[] rowKey(@Nullable Object... columnValues) {
    return encode(key(columnValues));
  }

  /**
   * The row key of {@code key}.
   *
   * @throws KeyException in all formats but kw1, for a value that they cannot hold
   */
  public byte[] encode(Key key) {
    return codec.encode(key.values());
  }

  /**
   * The key whose row key is {@code rowKey}.
   *
   * @throws KeyException naming part and offset, unless some row can have exactly this row key:
   *     computed parts must agree with the others
   */
  public Key decode(byte[] rowKey) {
    @Nullable Object[] values = codec.decode(rowKey);
    recovery.check(values, rowKey, codec);
    return new Key(values);
  }

  /**
   * The key with these parts, each of which was stored by itself.
   *
   * @param parts kept, not copied; of the types' value classes
   * @throws KeyException as {@link #decode}, naming part and offset in the row key
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
   * A cursor over the parts of the row key {@code bytes[from, to)}. Offsets in its errors are those
   * in the row key.
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
   * @throws KeyException as {@link #decode} for what is read
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
   * A codec of public records, or of records outside named modules; see {@link #codec(Class,
   * Lookup)}.
   *
   * @throws KeyException as there
   */
  public <R extends Record> KeyCodec<R> codec(Class<R> recordClass) {
    return RecordShape.codec(this, recordClass, null);
  }

  /**
   * A codec of records, whose components are the columns by name: {@code paidAt} or {@code paid_at}
   * for {@code paid_at}. A component is of the type's value class or its primitive; also a number
   * where {@link RowKeyWriter} takes one for a timestamp or a date.
   *
   * @param lookup with access to the record, from {@code MethodHandles.lookup()}
   * @throws KeyException naming the component that is no column or of another class, or the key
   *     column that is no component
   */
  public <R extends Record> KeyCodec<R> codec(Class<R> recordClass, Lookup lookup) {
    return RecordShape.codec(this, recordClass, lookup);
  }

  /** One value per column of {@link #columns}; null for one that the key does not recover. */
  public @Nullable Object[] columnValues(Key key) {
    return recovery.columnValues(key.values());
  }

  /** As {@link #columnValues(Key)} of {@link #decode}, with its errors, but without the key. */
  public @Nullable Object[] columnValues(byte[] rowKey) {
    return recovery.columnValues(rowKey, codec);
  }

  /** The order of keys: part by part, direction and place of nulls as declared. */
  public int compare(Key a, Key b) {
    for (int i = 0; i < expressions.size(); i++) {
      int order = comparePart(i, a, b);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /** The order of keys by part {@code part} alone, direction and place of nulls as declared. */
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
   * As {@link #ranges(List)}, but a bound on a discrete part, such as a range of days, is expanded
   * to one range for each value. This happens for the first {@code fixedParts} parts. It also
   * happens for a part with few values in the bound, if the next part is fixed or bounded.
   *
   * @param most the most ranges after the expansion; if there were more, the bound stays a range
   * @throws KeyException as above
   */
  public KeyRanges ranges(List<Condition> conditions, int fixedParts, long most) {
    RangePlanner planner = new RangePlanner(this, conditions);
    KeyRanges ranges = planner.plan(false, fixedParts, Math.min(most, FEW_VALUES), most);
    return ranges.count() <= most ? ranges : planner.plan(false, fixedParts, 0, most);
  }

  /**
   * As {@link #ranges}, but leading parts of few values are always fanned out, so the ranges can be
   * merged in the order of the parts after them.
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
   * The row keys of the keys in {@code span}; an empty range when there is none.
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

  /** The lowest row key after a place; null when there is none. */
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
   * The row keys whose leading parts have these values, converted as {@link Type#convert} does.
   *
   * @throws KeyException for too many values, or one that the part cannot have
   */
  public ByteRange startingWith(@Nullable Object... leading) {
    return bytes(KeyRange.equalTo(evaluation.leading(leading)));
  }

  /**
   * The most bytes of part {@code part}, including its marker; empty when there is no maximum, as
   * for text.
   */
  public OptionalInt longestPart(int part) {
    int longest = codec.longest(part);
    return longest < 0 ? OptionalInt.empty() : OptionalInt.of(longest);
  }

  /** The most bytes of a row key; empty when a part has no maximum. */
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

  /** How {@code part} follows {@code column} when nothing else varies. */
  public Following follows(int part, String column) {
    return follows(part, column, List.of());
  }

  /**
   * As {@link #follows(int, String)}, in the rows that meet {@code conditions}. In some formats
   * numbers sort only within one sign.
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
   * Whether the bytes of part {@code part}, with terminator, are never a prefix of those of another
   * value.
   */
  public boolean partIsPrefixFree(int part) {
    return codec.isPrefixFree(part);
  }

  /**
   * The number of values of part {@code part} if its columns are unknown; -1 when there are many.
   */
  public long partValues(int part) {
    return expressions.get(part).cardinality();
  }

  /** The values of part {@code part} that come equally often for any rows, if it has any. */
  public Optional<Spread> spread(int part) {
    return Spread.of(expressions.get(part));
  }

  /** Whether equal values of part {@code part} mean equal values of {@code column}. */
  public boolean partDetermines(int part, String column) {
    int index = indexOf(column);
    return index >= 0 && recovery.determines(part, index);
  }

  /** Where part {@code part} starts in the row key of {@code key}, in bytes. */
  public int offset(Key key, int part) {
    return codec.offset(key.values(), part);
  }

  int indexOf(String column) {
    return KeyNames.indexOf(columns, column);
  }
}
