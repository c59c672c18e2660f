package keywright.cli.data;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import keywright.cli.console.BadLineException;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a stream as bytes, ended by LF or CR LF. Used by one thread.
 *
 * <p>A byte-order mark of UTF-8 at the start is skipped.
 */
public final class ByteLines {
  private final InputStream in;
  private final int maxBytes;
  private byte[] bytes = new byte[1 << 16];
  private int position;
  private int limit;
  private long line;

  /**
   * @param maxBytes the most bytes of one line
   */
  public ByteLines(InputStream in, int maxBytes) throws IOException {
    this.in = in;
    this.maxBytes = maxBytes;
    if (startsWith(in, 0xEF, 0xBB, 0xBF)) {
      position = 3;
    }
  }

  /** Fills the buffer and compares its start with {@code mark}. */
  private boolean startsWith(InputStream stream, int... mark) throws IOException {
    limit = stream.readNBytes(bytes, 0, mark.length);
    boolean found = limit == mark.length;
    for (int i = 0; i < limit; i++) {
      found &= (bytes[i] & 0xFF) == mark[i];
    }
    return found;
  }

  /**
   * The next line without its end; null when there is none left.
   *
   * @throws BadLineException for a line that is too long; reading continues after it
   */
  public byte @Nullable [] next() throws IOException {
    int length = 0;
    while (true) {
      while (position + length < limit) {
        if (bytes[position + length] == '\n') {
          return take(length, 1);
        }
        length++;
      }
      if (length > maxBytes) {
        throw tooLong();
      }
      if (!fill()) {
        return length == 0 ? null : take(length, 0);
      }
    }
  }

  /** The number of the line that {@link #next} returned last, counted from 1. */
  public long line() {
    return line;
  }

  private byte[] take(int length, int end) {
    int from = position;
    position += length + end;
    line++;
    if (length > 0 && end > 0 && bytes[from + length - 1] == '\r') {
      length--;
    }
    return Arrays.copyOfRange(bytes, from, from + length);
  }

  /** The error for a line that is too long. The reader is then after the line. */
  private BadLineException tooLong() throws IOException {
    position = limit;
    boolean isInside = true;
    while (isInside && fill()) {
      while (position < limit && isInside) {
        isInside = bytes[position++] != '\n';
      }
    }
    line++;
    return new BadLineException(line, "found a line of more than %,d bytes".formatted(maxBytes));
  }

  private boolean fill() throws IOException {
    if (position > 0) {
      System.arraycopy(bytes, position, bytes, 0, limit - position);
      limit -= position;
      position = 0;
    }
    if (limit == bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(maxBytes + 1L, bytes.length * 2L));
    }
    int count = in.read(bytes, limit, bytes.length - limit);
    limit += Math.max(count, 0);
    return count >= 0;
  }
}
