package keywright.cli.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The output of one result. A result that is longer than the terminal goes to a pager, such as
 * {@code less}; the pager starts when the terminal would be full. Used by one thread; closing it
 * waits until the user leaves the pager.
 */
public final class PagedOutput implements AutoCloseable {
  /** The prompt and the line with the number of rows follow the result. */
  private static final int LINES_AFTER = 2;

  private static final int NOT_FOUND = 126;

  private final Output plain;
  private final Output output;
  private final @Nullable String pager;
  private final int lines;
  private final int width;
  private final ByteArrayOutputStream waiting = new ByteArrayOutputStream();
  private @Nullable Process process;
  private boolean isLeft;
  private int linesWaiting;
  private int lineLength;

  /**
   * @param pager the command of the shell of the system; null for none
   * @param height the lines of the terminal
   * @param width the columns of the terminal
   */
  PagedOutput(Output plain, @Nullable String pager, int height, int width) {
    this.plain = plain;
    this.pager = pager;
    this.lines = Math.max(1, height - LINES_AFTER);
    this.width = Math.max(1, width);
    this.output = pager == null ? plain : new Output(new ToPager(), "the pager");
  }

  /** Where the result is written. */
  public Output output() {
    return output;
  }

  /** Whether the user has left the pager: the rest of the result need not be written. */
  public boolean isLeft() {
    return isLeft;
  }

  private final class ToPager extends OutputStream {
    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int start, int length) {
      if (process == null) {
        waiting.write(bytes, start, length);
        count(bytes, start, length);
        if (linesWaiting > lines) {
          startPager();
        }
      } else {
        toPager(process, bytes, start, length);
      }
    }

    @Override
    public void flush() {
      if (process != null && !isLeft) {
        try {
          process.getOutputStream().flush();
        } catch (IOException e) {
          isLeft = true;
        }
      }
    }
  }

  private void count(byte[] bytes, int start, int length) {
    for (int i = start; i < start + length; i++) {
      if (bytes[i] == '\n') {
        linesWaiting += 1 + Math.max(0, lineLength - 1) / width;
        lineLength = 0;
      } else if ((bytes[i] & 0xC0) != 0x80) { // The first byte of a character.
        lineLength++;
      }
    }
  }

  private void startPager() {
    plain.flush();
    try {
      Process started =
          new ProcessBuilder("sh", "-c", pager)
              .redirectOutput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      process = started;
      byte[] first = waiting.toByteArray();
      toPager(started, first, 0, first.length);
    } catch (IOException e) {
      throw refused(Errors.reason(e), e);
    }
  }

  private void toPager(Process started, byte[] bytes, int start, int length) {
    if (isLeft) {
      return;
    }
    try {
      started.getOutputStream().write(bytes, start, length);
    } catch (IOException e) {
      isLeft = true; // The pager reads no more.
    }
  }

  private CliException refused(String problem, @Nullable Exception cause) {
    String message =
        "cannot run the pager '%s': %s; set PAGER, or turn it off with \\pager off"
            .formatted(pager, problem);
    return cause == null ? new CliException(message) : new CliException(message, cause);
  }

  /**
   * Waits until the user has left the pager.
   *
   * @throws CliException if there is no such pager
   */
  @Override
  public void close() {
    output.flush();
    if (process == null) {
      plain.print(waiting.toByteArray());
      plain.flush();
      return;
    }
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      isLeft = true;
    }
    try {
      int status = process.waitFor();
      if (status == NOT_FOUND || status == NOT_FOUND + 1) {
        throw refused("found no such command", null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
