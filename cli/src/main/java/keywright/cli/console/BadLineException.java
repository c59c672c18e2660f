package keywright.cli.console;

/** A line of input that cannot be used. */
public final class BadLineException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final long line;
  private final String problem;

  /** The error of line {@code line}, counted from 1; {@code problem} says what is wrong with it. */
  public BadLineException(long line, String problem) {
    super("line " + line + ": " + problem);
    this.line = line;
    this.problem = problem;
  }

  /** The number of the line, counted from 1. */
  public long line() {
    return line;
  }

  /** What is wrong, without the line. */
  public String problem() {
    return problem;
  }
}
