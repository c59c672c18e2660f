package keywright.key;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import keywright.key.KeyExpression.Call;
import org.jspecify.annotations.Nullable;

/**
 * A declared key: its columns, its ordered parts and its format.
 *
 * <p>Turns column values into a {@link Key}, a key into a row key and back, and conditions on
 * columns into ranges of row keys. Unsigned order of the row keys equals {@link #compare} of the
 * keys in the format kw1, and in the text format for the parts that {@link #follows} a column.
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

  /** How a part follows a column, direction and format taken into account. */
  public enum Following {
    /** Not at all, or not in order. */
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
  private final Map<String, Integer> randomColumns = new LinkedHashMap<>();
  private final Set<String> keyColumns;
  private final Recovery recovery;

  private KeySchema(List<Column> declared, List<KeyPart> parts, KeyFormat format) {
    if (parts.isEmpty()) {
      throw KeyException.of("cannot make a key: found no parts, expected at least one");
    }
    this.parts = List.copyOf(parts);
    this.format = format;
    this.columns = withRandomColumns(declared);
    this.keyColumns =
        Collections.unmodifiableSet(new LinkedHashSet<>(ExpressionTyper.columnsOf(parts)));
    ExpressionTyper typer = new ExpressionTyper(columns, List.copyOf(keyColumns));
    this.expressions = parts.stream().map(typer::part).toList();
    String delimiter = format.delimiter();
    this.codec =
        delimiter == null
            ? new Kw1Codec(this.parts, expressions)
            : new TextCodec(this.parts, expressions, delimiter);
    this.recovery = new Recovery(columns, this.parts, expressions);
  }

  private List<Column> withRandomColumns(List<Column> declared) {
    List<Column> all = new ArrayList<>(declared);
    Set<String> names = new LinkedHashSet<>();
    for (Column column : declared) {
      if (!names.add(column.name())) {
        throw KeyException.of(
            "cannot make a key: column " + Tokens.quoteName(column.name()) + " is declared twice");
      }
    }
    for (KeyPart part : parts) {
      if (part.expression() instanceof Call call && call.isRandom()) {
        String name = part.alias() == null ? "random" : part.alias();
        int values = ExpressionTyper.randomValues(call);
        if (randomColumns.put(name, values) != null) {
          throw KeyException.of(
              "cannot use " + part + ": the column " + name + " exists, name another by AS");
        }
        Column column = new Column(name, IntegerType.remainder(values), false);
        int index = indexOf(all, name);
        if (index < 0) {
          all.add(column);
        } else if (!all.get(index).equals(column)) {
          throw KeyException.of(
              "cannot use " + part + ": the column " + name + " exists, name another by AS");
        }
      }
    }
    return List.copyOf(all);
  }

  private static int indexOf(List<Column> columns, String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * A key of {@code parts} over {@code columns}, of which it need not read all. A column for each
   * {@code random(n)} is added unless it is there.
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

  /** The columns that are drawn when a row is inserted, each with the number of its values. */
  public Map<String, Integer> randomColumns() {
    return Collections.unmodifiableMap(randomColumns);
  }

  /** Whether the key gives the column back. */
  public boolean recovers(String column) {
    int index = indexOf(columns, column);
    return index >= 0 && recovery.recovers(index);
  }

  /**
   * Refuses a key that two different rows could share: every column that it reads must be
   * recoverable from it, or enter it through a full digest.
   *
   * @throws KeyException with the part to add
   */
  public void requireIdentifying() {
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      if (keyColumns.contains(columns.get(i).name())
          && !recovery.recovers(i)
          && !recovery.entersByDigest(i)) {
        missing.add(Tokens.quoteName(columns.get(i).name()));
      }
    }
    if (!missing.isEmpty()) {
      List<String> names = parts.stream().map(KeyPart::toString).toList();
      String declared = String.join(", ", names);
      throw KeyException.of(
          "cannot use ("
              + declared
              + ") as a primary key: "
              + String.join(" and ", missing)
              + " cannot be recovered from it, so two rows could share one key; write ("
              + declared
              + ", "
              + String.join(", ", missing)
              + ")");
    }
  }

  /**
   * The key of a row.
   *
   * @param values one per column of {@link #columns}, of the types' value classes or convertible to
   *     them; those of columns that the key does not read are ignored
   * @throws KeyException naming the part, the column values, what was found and what was expected
   */
  public Key key(@Nullable Object... values) {
    if (values.length != columns.size()) {
      throw KeyException.of(
          "cannot make a key: found "
              + values.length
              + " values, expected "
              + columns.size()
              + " ("
              + String.join(", ", columns.stream().map(Column::name).toList())
              + ")");
    }
    @Nullable Object[] row = new @Nullable Object[values.length];
    for (int i = 0; i < row.length; i++) {
      Object value = values[i];
      row[i] =
          value == null || !keyColumns.contains(columns.get(i).name())
              ? null
              : convert(columns.get(i), value);
    }
    @Nullable Object[] key = new @Nullable Object[expressions.size()];
    for (int i = 0; i < key.length; i++) {
      key[i] = evaluate(i, row);
    }
    return new Key(key);
  }

  private static Object convert(Column column, Object value) {
    try {
      return column.type().convert(value);
    } catch (KeyException e) {
      throw KeyException.of("cannot encode " + column.name() + ": " + e.getMessage());
    }
  }

  private @Nullable Object evaluate(int part, @Nullable Object[] row) {
    try {
      return expressions.get(part).evaluate(row);
    } catch (KeyException e) {
      throw KeyException.of(
          "cannot encode " + parts.get(part).name() + valuesOf(part, row) + ": " + e.getMessage());
    }
  }

  /** {@code for a = 1, b = 2}: what an expression was given; nothing for a column itself. */
  private String valuesOf(int part, @Nullable Object[] row) {
    if (expressions.get(part) instanceof ColumnReference) {
      return "";
    }
    List<String> values = new ArrayList<>();
    BitSet inputs = expressions.get(part).columns();
    for (int i = inputs.nextSetBit(0); i >= 0; i = inputs.nextSetBit(i + 1)) {
      Object value = row[i];
      Column column = columns.get(i);
      values.add(column.name() + " = " + (value == null ? "null" : column.type().format(value)));
    }
    return " for " + String.join(", ", values);
  }

  /**
   * The row key of {@code key}.
   *
   * @throws KeyException in the text format, for a value that it cannot hold
   */
  public byte[] encode(Key key) {
    return codec.encode(key.values());
  }

  /**
   * The key whose row key is {@code rowKey}.
   *
   * @throws KeyException naming part and offset, unless some row has exactly this row key: parts
   *     that can be computed from the others must agree with them
   */
  public Key decode(byte[] rowKey) {
    @Nullable Object[] values = codec.decode(rowKey);
    recovery.check(values, rowKey, codec);
    return new Key(values);
  }

  /** One value per column of {@link #columns}; null for one that the key does not recover. */
  public @Nullable Object[] columnValues(Key key) {
    return recovery.columnValues(key.values());
  }

  /** The order of keys: part by part, direction and place of nulls as declared. */
  public int compare(Key a, Key b) {
    for (int i = 0; i < expressions.size(); i++) {
      int order = compare(i, a, b);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /** The order of keys by part {@code part} alone. */
  int compare(int part, Key a, Key b) {
    Object x = a.part(part);
    Object y = b.part(part);
    if (x == null || y == null) {
      int nullsLast = parts.get(part).nullsFirst() ? -1 : 1;
      return x == y ? 0 : x == null ? nullsLast : -nullsLast;
    }
    int order = expressions.get(part).type().compare(x, y);
    return parts.get(part).descending() ? -Integer.signum(order) : order;
  }

  /**
   * The ranges that {@code conditions}, all of which must hold, come to under this key. Parts of
   * few values are fanned out when something behind them is fixed or bounded. A condition on a
   * column that the schema does not have is left to filter.
   *
   * @throws KeyException for a literal that cannot be held against the column's type
   */
  public KeyRanges ranges(List<Condition> conditions) {
    return new RangePlanner(this, conditions).plan(false);
  }

  /**
   * As {@link #ranges}, but leading parts of few values are fanned out in any case, so that what is
   * behind them can be merged in order.
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
          "cannot make a range of row keys: found values for "
              + restricted
              + " parts, expected at most "
              + parts.size());
    }
    return codec.bytes(range);
  }

  /**
   * The bytes that part {@code part} takes at most, its marker included; empty when its values have
   * no longest one, as those of text.
   */
  public OptionalInt longestPart(int part) {
    int longest = codec.longest(part);
    return longest < 0 ? OptionalInt.empty() : OptionalInt.of(longest);
  }

  /** The bytes that a row key has at most; empty when a part has no bound. */
  public OptionalInt longestKey() {
    int longest = 0;
    for (int i = 0; i < parts.size(); i++) {
      if (longestPart(i).isEmpty()) {
        return OptionalInt.empty();
      }
      longest += longestPart(i).getAsInt();
    }
    return OptionalInt.of(longest);
  }

  /** How {@code part} follows {@code column} when nothing else varies. */
  public Following follows(int part, String column) {
    int index = indexOf(columns, column);
    if (!codec.sorts(part)) {
      return Following.NO;
    }
    boolean weak = false;
    boolean backwards = parts.get(part).descending();
    for (TypedExpression e = expressions.get(part); e != null; e = e.argument()) {
      switch (e.order()) {
        case NONE -> {
          return Following.NO;
        }
        case REVERSES -> backwards = !backwards;
        case KEEPS_WEAKLY -> weak = true;
        case KEEPS -> {}
      }
      if (e.argument() == null && (index < 0 || !e.columns().get(index))) {
        return Following.NO;
      }
    }
    if (weak) {
      return backwards ? Following.WEAKLY_BACKWARDS : Following.WEAKLY_FORWARDS;
    }
    return backwards ? Following.BACKWARDS : Following.FORWARDS;
  }

  /** The key as people read it: {@code (123, 2017-01-01T00:00:00.000Z, 7)}. */
  public String readable(Key key) {
    return RangePrinter.tuple(this, key.parts(), null);
  }

  /** Where a range starts: {@code from (123)} or {@code after (123, 2017-01-02T00:00:00.000Z)}. */
  public String readableStart(KeyRange range) {
    return RangePrinter.start(this, range);
  }

  /**
   * Where a range stops: {@code through (123)} or {@code before (123, 2017-01-02T00:00:00.000Z)}.
   */
  public String readableStop(KeyRange range) {
    return RangePrinter.stop(this, range);
  }

  List<TypedExpression> expressions() {
    return expressions;
  }

  RowKeyCodec codec() {
    return codec;
  }

  /** Whether equal values of {@code part} mean equal values of {@code column}. */
  boolean determines(int part, int column) {
    return recovery.determines(part, column);
  }

  int indexOf(String column) {
    return indexOf(columns, column);
  }
}
