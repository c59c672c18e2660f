package keywright.cql;

import keywright.key.ErrorCode;

/** How large one statement may be in the memory that Java has. */
final class StatementLimits {
  private static final long HEAP_BYTES = Runtime.getRuntime().maxMemory();

  /** One for each kilobyte of the heap: a statement takes half of it or less as a tree. */
  static final long TOKENS = HEAP_BYTES >> 10;

  /** A character for every ten bytes of the heap, of which the largest statements take six. */
  static final int CHARACTERS = (int) Math.min(Integer.MAX_VALUE / 4, HEAP_BYTES / 10);

  private StatementLimits() {}

  /**
   * The most characters of a statement with this text: half of {@code most} where one character
   * takes more than a byte, since Java then holds all of them in two.
   */
  static int of(CharSequence text, int most) {
    boolean isWide = text.length() > most / 2 && text.chars().anyMatch(c -> c > 0xFF);
    return isWide ? most / 2 : most;
  }

  static CqlException tooManyTokens(Source source) {
    return source.failed(
        tooLarge("run", "%,d words, values and signs".formatted(TOKENS), ""), null);
  }

  /**
   * @param line where the statement starts, and {@code column}
   * @param most the most characters
   */
  static CqlException tooLong(int line, int column, int most) {
    return new CqlException(
        ErrorCode.LIMIT_EXCEEDED,
        tooLarge(
            "read",
            "%,d characters before its ;".formatted(most),
            "close the quote, comment or batch that is still open, "),
        line,
        column,
        "",
        null);
  }

  private static String tooLarge(String verb, String most, String fix) {
    return "cannot %s the statement: found more than %s, the limit with %,d MB of memory; %sdivide the statement into several, load the rows from a file, or give Java more memory, such as JAVA_OPTS=-Xmx4g"
        .formatted(verb, most, HEAP_BYTES >> 20, fix);
  }
}
