package keywright.cli;

/** What a command cannot do, said in one line. */
final class CliException extends RuntimeException {
  private static final long serialVersionUID = 1;

  CliException(String message) {
    super(message);
  }

  CliException(String message, Throwable cause) {
    super(message, cause);
  }
}
