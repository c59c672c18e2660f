package keywright.key;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A declared key: its columns, its ordered parts and its format. */
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

  private KeySchema() {}

  /**
   * @throws KeyException for an unknown column, a wrong argument type, DESC in a text key …
   */
  public static KeySchema of(List<Column> columns, List<KeyPart> parts, KeyFormat format) {
    throw new UnsupportedOperationException();
  }

  public static KeySchema parse(String columns, String key) {
    return parse(columns, key, KeyFormat.kw1());
  }

  public static KeySchema parse(String columns, String key, KeyFormat format) {
    return of(Column.parseList(columns), KeyPart.parseList(key), format);
  }

  /** The columns declared, then one for each {@code random(n)}. */
  public List<Column> columns() {
    throw new UnsupportedOperationException();
  }

  public List<KeyPart> parts() {
    throw new UnsupportedOperationException();
  }

  public KeyFormat format() {
    throw new UnsupportedOperationException();
  }

  public Type partType(int part) {
    throw new UnsupportedOperationException();
  }

  public boolean partNullable(int part) {
    throw new UnsupportedOperationException();
  }

  /** The columns that the key reads, buckets included, in order of first use. */
  public Set<String> keyColumns() {
    throw new UnsupportedOperationException();
  }

  /** The columns that are drawn when a row is inserted, each with the number of its values. */
  public java.util.Map<String, Integer> randomColumns() {
    throw new UnsupportedOperationException();
  }

  /** Whether the key gives the column back. */
  public boolean recovers(String column) {
    throw new UnsupportedOperationException();
  }

  /**
   * @throws KeyException when a column that the key reads can neither be recovered from it nor
   *     enters it through a full digest: two rows could share a key
   */
  public void requireIdentifying() {
    throw new UnsupportedOperationException();
  }

  /** Evaluates the parts; one converted or convertible value per column of {@link #columns}. */
  public Key key(@Nullable Object... values) {
    throw new UnsupportedOperationException();
  }

  public byte[] encode(Key key) {
    throw new UnsupportedOperationException();
  }

  public Key decode(byte[] rowKey) {
    throw new UnsupportedOperationException();
  }

  /** One value per column of {@link #columns}; null for one that the key does not recover. */
  public @Nullable Object[] columnValues(Key key) {
    throw new UnsupportedOperationException();
  }

  /** Small parts with nothing bounded behind them are not fanned out. */
  public KeyRanges ranges(List<Condition> conditions) {
    throw new UnsupportedOperationException();
  }

  /**
   * As {@link #ranges}, but leading small parts are fanned out in any case, so that ORDER BY can be
   * merged.
   */
  public KeyRanges rangesInOrder(List<Condition> conditions) {
    throw new UnsupportedOperationException();
  }

  public ByteRange bytes(KeyRange range) {
    throw new UnsupportedOperationException();
  }

  public Following follows(int part, String column) {
    throw new UnsupportedOperationException();
  }

  /** The key as people read it: {@code (123, 2017-01-01T00:00:00.000Z, 7)}. */
  public String readable(Key key) {
    throw new UnsupportedOperationException();
  }

  /** Where a range starts, as people read it: {@code after (123, 2017-01-02T00:00:00.000Z)}. */
  public String readableStart(KeyRange range) {
    throw new UnsupportedOperationException();
  }

  /** Where a range stops: {@code through (…)} or {@code before (…)}. */
  public String readableStop(KeyRange range) {
    throw new UnsupportedOperationException();
  }
}
