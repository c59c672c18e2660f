package keywright.cli.console;

/** What a command cannot do, said in one line. */
public final class CliException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public CliException(String message) {
    super(message);
  }

  public CliException(String message, Throwable cause) {
    super(message, cause);
  }
}
