package keywright.key;

/**
 * The error for a wrong declaration, a wrong value or a wrong row key. The message is one line. It
 * says what was found, what was expected and, if possible, what to do. {@link #position}, {@link
 * #part} and {@link #offset} return the position of the error; each of them returns -1 if it does
 * not apply to this error.
 */
public final class KeyException extends KeywrightException {
  /** What to do about a row key that cannot be read. */
  static final String WRITTEN_OTHERWISE =
      "; check that the row key is whole and was written with this declaration";

  private static final long serialVersionUID = 1;

  private final int position;
  private final int part;
  private final int offset;

  private KeyException(String message, int position, int part, int offset) {
    // Where row keys are read, data is wrong and not the program; there may be millions of them.
    super(code(position, offset), message, null, offset < 0);
    this.position = position;
    this.part = part;
    this.offset = offset;
  }

  private static ErrorCode code(int position, int offset) {
    if (position >= 0) {
      return ErrorCode.SYNTAX;
    }
    return offset >= 0 ? ErrorCode.UNREADABLE : ErrorCode.INVALID;
  }

  /** Makes an error for a wrong value or a wrong declaration, without a position. */
  public static KeyException of(String message) {
    return new KeyException(message, -1, -1, -1);
  }

  /** A declaration that cannot be read at {@code position}, a character offset from its start. */
  static KeyException at(int position, String message) {
    return new KeyException(message, position, -1, -1);
  }

  /** A row key that cannot be read in part {@code part} at byte {@code offset}. */
  static KeyException bytes(int part, int offset, String message) {
    return new KeyException(message, -1, part, offset);
  }

  /**
   * The offset of the error in the text of the declaration, in characters from 0; -1 if no text was
   * parsed.
   */
  public int position() {
    return position;
  }

  /** The index of the key part that has the error, from 0; -1 if the error has no key part. */
  public int part() {
    return part;
  }

  /** The offset of the error in the row key, in bytes from 0; -1 if no row key was decoded. */
  public int offset() {
    return offset;
  }
}
