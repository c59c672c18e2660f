package keywright.cli.console;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes UTF-8 bytes to standard output or to a file, in large writes and in every locale. Used by
 * one thread.
 *
 * <p>If the reader of the output has ended, such as {@code head}, the next write throws an {@link
 * OutputException}. So the command ends early.
 */
public final class Output {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private final OutputStream out;
  private final String label;
  private final byte[] buffer = new byte[1 << 16];
  private int count;

  /**
   * @param label the name of the output, for messages
   */
  public Output(OutputStream out, String label) {
    this.out = out;
    this.label = label;
  }

  /** The output cannot be written. */
  static final class OutputException extends RuntimeException {
    private static final long serialVersionUID = 1;

    OutputException(String label, IOException cause) {
      super("cannot write " + label + ": " + Errors.reason(cause), cause);
    }

    /** Whether the reader of the output has ended. This is no error. */
    boolean readerGone() {
      String message = String.valueOf(getMessage());
      return message.contains("roken pipe") || message.contains("EPIPE");
    }
  }

  public Output print(String text) {
    int length = text.length();
    if (length > buffer.length - count) {
      return print(text.getBytes(StandardCharsets.UTF_8));
    }
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        return print(text.substring(i).getBytes(StandardCharsets.UTF_8));
      }
      buffer[count++] = (byte) c;
    }
    return this;
  }

  public Output print(byte[] bytes) {
    if (bytes.length > buffer.length - count) {
      drain();
    }
    if (bytes.length > buffer.length) {
      try {
        out.write(bytes);
      } catch (IOException e) {
        throw new OutputException(label, e);
      }
    } else {
      System.arraycopy(bytes, 0, buffer, count, bytes.length);
      count += bytes.length;
    }
    return this;
  }

  /** The bytes in lower-case hex. */
  public Output hex(byte[] bytes) {
    for (byte b : bytes) {
      if (buffer.length - count < 2) {
        drain();
      }
      buffer[count++] = HEX[(b >> 4) & 0xF];
      buffer[count++] = HEX[b & 0xF];
    }
    return this;
  }

  public Output line() {
    if (count == buffer.length) {
      drain();
    }
    buffer[count++] = '\n';
    return this;
  }

  public Output line(String text) {
    return print(text).line();
  }

  private void drain() {
    int length = count;
    count = 0;
    try {
      out.write(buffer, 0, length);
    } catch (IOException e) {
      throw new OutputException(label, e);
    }
  }

  public void flush() {
    drain();
    try {
      out.flush();
    } catch (IOException e) {
      throw new OutputException(label, e);
    }
  }
}
