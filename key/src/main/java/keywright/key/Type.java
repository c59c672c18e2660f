package keywright.key;

/** The type of a column or of a key part. */
@SuppressWarnings("DoNotCallSuggester")
public abstract class Type {
  /**
   * From text such as {@code "decimal(12,2)"}, {@code "timestamp(us)"}, {@code "bigint unsigned"}.
   */
  public static Type parse(String text) {
    throw new UnsupportedOperationException();
  }

  public abstract Class<?> valueClass();

  public Object convert(Object value) {
    throw new UnsupportedOperationException();
  }

  public Object parseValue(String text) {
    throw new UnsupportedOperationException();
  }

  public String format(Object value) {
    throw new UnsupportedOperationException();
  }

  public abstract int compare(Object a, Object b);

  public byte[] toBytes(Object value) {
    throw new UnsupportedOperationException();
  }

  public Object fromBytes(byte[] bytes) {
    throw new UnsupportedOperationException();
  }
}
