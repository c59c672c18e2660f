package keywright.cli.console;

/** The error of a command. Its message is one line for the user. */
public final class CliException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public CliException(String message) {
    super(message);
  }

  public CliException(String message, Throwable cause) {
    super(message, cause);
  }
}
