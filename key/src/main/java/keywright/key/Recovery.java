package keywright.key;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Computes columns from the parts of a key, and checks that the parts agree. */
final class Recovery {
  private final List<Column> columns;
  private final List<KeyPart> parts;
  private final List<TypedExpression> expressions;

  /** Per column: the part that gives it back, or -1. */
  private final int[] sources;

  /**
   * Per part: the column that it is, below 0 for {@link #ofLast}; null unless every other part is a
   * column, each another one.
   */
  private final int @Nullable [] places;

  private final BitSet digested = new BitSet();

  /** The parts whose columns are all recovered and that hold more than a column of their own. */
  private final BitSet checked = new BitSet();

  /** The other computed parts: only whether they can be a result is known. */
  private final BitSet computed = new BitSet();

  /** The first part, where it is the bucket of the last bytes; else null. */
  private final @Nullable BucketOfLast ofLast;

  Recovery(
      List<Column> columns,
      List<KeyPart> parts,
      List<TypedExpression> expressions,
      KeyFormat format) {
    this.columns = columns;
    this.parts = parts;
    this.expressions = expressions;
    this.ofLast = BucketOfLast.of(parts, expressions, format);
    this.sources = new int[columns.size()];
    Arrays.fill(sources, -1);
    for (int part = 0; part < expressions.size(); part++) {
      trace(part);
    }
    for (int part = 0; part < expressions.size(); part++) {
      BitSet inputs = expressions.get(part).columns();
      boolean own = inputs.cardinality() == 1 && sources[inputs.nextSetBit(0)] == part;
      boolean plain = expressions.get(part).argument() == null;
      if (recoversAll(inputs) && !(own && plain && isColumn(part))) {
        checked.set(part);
      } else if (!isColumn(part)) {
        computed.set(part);
      }
    }
    this.places = hasPlaces() ? places() : null;
  }

  /** Whether every part but {@link #ofLast} is a column, each another one, as it is. */
  private boolean hasPlaces() {
    if (ofLast == null) {
      return checked.isEmpty() && computed.isEmpty();
    }
    BitSet seen = new BitSet();
    for (int part = 1; part < expressions.size(); part++) {
      if (isColumn(part)) {
        seen.or(expressions.get(part).columns());
      }
    }
    return seen.cardinality() == expressions.size() - 1;
  }

  private int[] places() {
    int[] found = new int[expressions.size()];
    for (int part = 0; part < found.length; part++) {
      found[part] =
          ofLast != null && part == 0 ? -1 : expressions.get(part).columns().nextSetBit(0);
    }
    return found;
  }

  private boolean recoversAll(BitSet inputs) {
    for (int i = inputs.nextSetBit(0); i >= 0; i = inputs.nextSetBit(i + 1)) {
      if (!recovers(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean isColumn(int part) {
    return expressions.get(part) instanceof ColumnReference;
  }

  /** Follows undoable steps to a column, or to a full digest of one. */
  private void trace(int part) {
    TypedExpression e = expressions.get(part);
    boolean digest = false;
    while (e.argument() != null && (e.undoable() || e.isFullDigest())) {
      digest |= e.isFullDigest();
      e = e.argument();
    }
    if (e.argument() != null || !e.undoable()) {
      return;
    }
    int column = e.columns().nextSetBit(0);
    if (digest) {
      digested.set(column);
    } else if (sources[column] < 0) {
      sources[column] = part;
    }
  }

  void requireIdentifying(Set<String> keyColumns) {
    List<String> missing = new ArrayList<>();
    StringBuilder otherTypes = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      if (keyColumns.contains(columns.get(i).name()) && !recovers(i) && !digested.get(i)) {
        String name = Tokens.quoteName(columns.get(i).name());
        missing.add(name);
        otherTypes.append(otherType(i, name));
      }
    }
    if (!missing.isEmpty()) {
      String declared = Tokens.list(parts);
      throw KeyException.of(
          "cannot use ("
              + declared
              + ") as a primary key: "
              + String.join(" and ", missing)
              + " cannot be recovered from this key, so two rows could share one key; write ("
              + declared
              + ", "
              + String.join(", ", missing)
              + ")"
              + otherTypes);
    }
  }

  /** Says of what type a column would be recovered from its formatted date; empty for none. */
  private String otherType(int column, String name) {
    for (TypedExpression expression : expressions) {
      if (expression instanceof DateFormat format && format.columns().get(column)) {
        String type = format.wholeType();
        if (type != null) {
          return ", or declare "
              + name
              + " as "
              + type
              + ", whose values the pattern writes completely";
        }
      }
    }
    return "";
  }

  boolean recovers(int column) {
    return sources[column] >= 0;
  }

  /** Whether equal values of {@code part} mean equal values of {@code column}. */
  boolean determines(int part, int column) {
    TypedExpression e = expressions.get(part);
    while (e.argument() != null && e.undoable()) {
      e = e.argument();
    }
    return e.argument() == null && e.undoable() && e.columns().get(column);
  }

  /** Puts the values of the columns that the key gives back at their places. */
  void columnValues(@Nullable Object[] key, @Nullable Object[] row) {
    for (int i = 0; i < sources.length; i++) {
      if (sources[i] >= 0) {
        row[i] = undo(expressions.get(sources[i]), key[sources[i]]);
      }
    }
  }

  /** Puts the values of the columns that {@code rowKey} gives back at their places. */
  void columnValues(byte[] rowKey, RowKeyCodec codec, @Nullable Object[] row) {
    if (places == null || (ofLast != null && !ofLast.isRight(rowKey))) {
      @Nullable Object[] agreed = agreed(codec.decode(rowKey), rowKey, codec);
      for (int i = 0; i < sources.length; i++) {
        if (sources[i] >= 0) {
          row[i] = agreed[i];
        }
      }
      return;
    }
    codec.decode(rowKey, places, row);
  }

  private static @Nullable Object undo(TypedExpression expression, @Nullable Object part) {
    Object value = part;
    for (TypedExpression e = expression; value != null && e.argument() != null; ) {
      value = e.undo(value);
      e = e.argument();
    }
    return value;
  }

  /**
   * Refuses parts that cannot be undone, or that are not what their columns give.
   *
   * @param rowKey for messages; null when it is to be made of the key
   */
  void check(@Nullable Object[] key, byte @Nullable [] rowKey, RowKeyCodec codec) {
    if (!checked.isEmpty() || !computed.isEmpty()) {
      @Nullable Object[] unused = agreed(key, rowKey, codec);
    }
  }

  /** The values of the columns, which every part agrees with. */
  private @Nullable Object[] agreed(
      @Nullable Object[] key, byte @Nullable [] rowKey, RowKeyCodec codec) {
    int part = 0;
    try {
      @Nullable Object[] row = new @Nullable Object[columns.size()];
      for (int i = 0; i < row.length; i++) {
        part = Math.max(0, sources[i]);
        row[i] = sources[i] < 0 ? null : undo(expressions.get(part), key[part]);
      }
      for (part = checked.nextSetBit(0); part >= 0; part = checked.nextSetBit(part + 1)) {
        Object expected = expressions.get(part).evaluate(row);
        Object found = key[part];
        Type type = expressions.get(part).type();
        if (expected == null
            ? found != null
            : found == null || type.compare(expected, found) != 0) {
          throw KeyException.of(
              "holds "
                  + (found == null ? "null" : type.format(found))
                  + ", expected "
                  + (expected == null ? "null" : type.format(expected))
                  + ", computed from the other parts");
        }
      }
      for (part = computed.nextSetBit(0); part >= 0; part = computed.nextSetBit(part + 1)) {
        Object found = key[part];
        if (found != null && !expressions.get(part).accepts(found)) {
          throw KeyException.of(
              "holds "
                  + expressions.get(part).type().format(found)
                  + ", expected a value that this expression can have");
        }
      }
      return row;
    } catch (KeyException e) {
      int offset = codec.offset(key, part);
      throw KeyException.bytes(
          part,
          offset,
          "cannot read key "
              + codec.show(rowKey == null ? codec.encode(key) : rowKey)
              + ": part "
              + (part + 1)
              + " \""
              + parts.get(part).name()
              + "\" at byte "
              + offset
              + " of the row key "
              + e.getMessage()
              + KeyException.WRITTEN_OTHERWISE);
    }
  }
}
