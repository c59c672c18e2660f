package keywright.cli.data;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts CSV text into blocks of whole records. Used by one thread.
 *
 * <p>A block ends at a line end with an even number of quotes before it. That is the end of a
 * record as long as {@link CsvReader} finds no wrong line. So a caller that reads the blocks in
 * their order, and stops at the first wrong line, reads what one reader of the whole text reads.
 */
final class CsvBlocks {
  static final int BLOCK_BYTES = 1 << 18;

  /** If no record ends within so many blocks, the rest of the input is one block. */
  private static final int MOST_BLOCKS = 8;

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;
  private static final long LINE_ENDS = 0x0101010101010101L * '\n';
  private static final long QUOTES = 0x0101010101010101L * '"';

  private final InputStream in;
  private final int blockBytes;

  /** What was read of the next block. */
  private byte[] bytes;

  private int length;

  /** The line on which the next block starts. */
  private long line = 1;

  private boolean isFirst = true;
  private boolean isEnd;

  /** The offset up to which the next block was searched for the end of its last record. */
  private int searched;

  private boolean isQuoted;
  private long lines;

  /** The offset after the last record that was found, and the number of lines before it. */
  private int stop;

  private long stopLines;

  /**
   * @param blockBytes about how many bytes a block has
   */
  CsvBlocks(InputStream in, int blockBytes) {
    this.in = in;
    this.blockBytes = blockBytes;
    this.bytes = new byte[blockBytes];
  }

  /**
   * A part of the input.
   *
   * @param bytes the text of the block, in the first {@code length} bytes
   * @param line the line on which the block starts, counted from 1
   * @param isFirst whether the block is the start of the input
   * @param in the text after {@code bytes}; empty, except if the block is the rest of the input
   * @param isRest whether the block is the rest of the input, which may be of any length
   */
  @SuppressWarnings("ArrayRecordComponent") // The array is passed on; nobody compares it.
  record Block(
      byte[] bytes, int length, long line, boolean isFirst, InputStream in, boolean isRest) {}

  /** The next block; null after the last one. The first block may be empty. */
  @Nullable Block next() {
    while (!isEnd) {
      try {
        fill();
      } catch (IOException e) {
        return rest(new Unreadable(e));
      }
      if (length < bytes.length) {
        isEnd = true;
        return length > 0 || isFirst ? block(InputStream.nullInputStream(), false) : null;
      }
      search();
      if (stop > 0) {
        return cut();
      }
      if (length >= MOST_BLOCKS * blockBytes) {
        return rest(in);
      }
      bytes = Arrays.copyOf(bytes, 2 * length);
    }
    return null;
  }

  private void fill() throws IOException {
    while (length < bytes.length) {
      int read = in.read(bytes, length, bytes.length - length);
      if (read < 0) {
        return;
      }
      length += read;
    }
  }

  private Block block(InputStream after, boolean isRest) {
    return new Block(bytes, length, line, isFirst, after, isRest);
  }

  private Block rest(InputStream after) {
    isEnd = true;
    return block(after, true);
  }

  /** The records that end in the current block. The bytes after them start the next block. */
  private Block cut() {
    byte[] next = new byte[Math.max(blockBytes, 2 * (length - stop))];
    System.arraycopy(bytes, stop, next, 0, length - stop);
    Block cut =
        new Block(bytes, stop, line, isFirst, InputStream.nullInputStream(), /* isRest= */ false);
    bytes = next;
    length -= stop;
    line += stopLines;
    isFirst = false;
    searched = 0;
    lines = 0;
    stop = 0;
    isQuoted = false;
    return cut;
  }

  /** Searches the bytes that were read for the end of the last record. */
  private void search() {
    int at = searched;
    for (; at + Long.BYTES <= length; at += Long.BYTES) {
      long word = (long) WORD.get(bytes, at);
      long ends = zeros(word ^ LINE_ENDS);
      if (zeros(word ^ QUOTES) != 0) {
        for (int i = 0; i < Long.BYTES; i++) {
          step(at + i);
        }
      } else if (ends != 0) {
        lines += Long.bitCount(ends);
        if (!isQuoted) {
          stop = at + Long.BYTES - Long.numberOfLeadingZeros(ends) / Byte.SIZE;
          stopLines = lines;
        }
      }
    }
    for (; at < length; at++) {
      step(at);
    }
    searched = length;
  }

  private void step(int at) {
    if (bytes[at] == '"') {
      isQuoted = !isQuoted;
    } else if (bytes[at] == '\n') {
      lines++;
      if (!isQuoted) {
        stop = at + 1;
        stopLines = lines;
      }
    }
  }

  /** The highest bit of each byte that is zero. */
  private static long zeros(long word) {
    return ~(((word & LOW_BITS) + LOW_BITS) | word | LOW_BITS);
  }

  /** The end of an input that could not be read further. */
  private static final class Unreadable extends InputStream {
    private final IOException problem;

    Unreadable(IOException problem) {
      this.problem = problem;
    }

    @Override
    public int read() throws IOException {
      throw problem;
    }

    @Override
    public int read(byte[] into, int offset, int count) throws IOException {
      throw problem;
    }
  }
}
