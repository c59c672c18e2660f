package keywright.table.layout;

import java.nio.file.FileSystemException;

/** The reason of a failure, as a part of a message. */
public final class Reason {
  private Reason() {}

  /** The message of {@code e}; the name of its class if it has no message that says what failed. */
  public static String of(Throwable e) {
    String message = e.getMessage();
    String name = e.getClass().getSimpleName();
    if (message == null || message.isBlank()) {
      return name;
    }
    boolean isPath = e instanceof FileSystemException file && file.getReason() == null;
    return isPath ? name + " " + message : message;
  }
}
