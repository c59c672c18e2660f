package keywright.cli.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import keywright.cli.console.BadLineException;
import org.jspecify.annotations.Nullable;

/**
 * CSV records from UTF-8 bytes: RFC 4180 quoting, lines ended by LF or CR LF. Used by one thread.
 *
 * <p>An unquoted empty field is null, {@code ""} is the empty text. What the RFC does not allow (a
 * quote inside an unquoted field, text after a closing quote, a quote that is never closed) is a
 * {@link BadLineException}, and so is a field that is too long; reading continues after the first
 * line of such a record. What is held in memory is bounded by the longest field.
 *
 * <p>The current record stays in the buffer; a field becomes text when it is asked for. {@link
 * ParallelCsv} reads the blocks of one input with several readers.
 */
public final class CsvReader {
  private static final int FIELDS_OF_LONGEST_RECORD = 2;

  private final InputStream in;
  private final int maxFieldBytes;
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private byte[] bytes;

  /**
   * The offset in the buffer at which the current record starts; offsets of fields count from here.
   */
  private int record;

  /** The length of the record in bytes. */
  private int length;

  private int limit;
  private boolean started;
  private boolean isAscii;

  private int count;
  private int[] starts = new int[16];
  private int[] ends = new int[16];
  private Quoting[] quotings = new Quoting[16];

  private long line = 1;
  private long lines;

  private enum Quoting {
    NONE,
    QUOTED,
    /** The field contains a quote, which is written twice. */
    DOUBLED
  }

  /**
   * @param maxFieldBytes the largest number of bytes of one field; a record may have twice as many
   */
  public CsvReader(InputStream in, int maxFieldBytes) {
    this.in = in;
    this.maxFieldBytes = maxFieldBytes;
    this.bytes = new byte[1 << 16];
  }

  /** Makes a reader of the records of a block, whose bytes it may change. */
  CsvReader(CsvBlocks.Block block, int maxFieldBytes) {
    this.in = block.in();
    this.maxFieldBytes = maxFieldBytes;
    this.bytes = block.bytes();
    this.limit = block.length();
    this.line = block.line();
    this.started = !block.isFirst();
  }

  /** Whether the record that was read, or could not be read, begins with a character of ASCII. */
  boolean begins(char first) {
    return record < limit && bytes[record] == first;
  }

  /** Moves to the next record. Returns false after the last record. */
  public boolean next() throws IOException {
    if (!started) {
      start();
    }
    record += length;
    line += lines;
    length = 0;
    lines = 0;
    count = 0;
    if (isEnd(0)) {
      return false;
    }
    int high = 0;
    int at = 0;
    while (true) {
      int start = at;
      if (!isEnd(at) && bytes[record + at] == '"') {
        at = quoted(at + 1);
        high |= -1;
      } else {
        byte c = 0;
        while (!isEnd(at) && (c = bytes[record + at]) != ',' && c != '\n' && c != '"') {
          high |= c;
          at++;
          if (at - start > maxFieldBytes) {
            throw tooLong("field " + (count + 1), maxFieldBytes);
          }
        }
        if (c == '"' && !isEnd(at)) {
          throw bad(
              line,
              "found a quote inside the unquoted field "
                  + (count + 1)
                  + "; put the field between double quotes, and write each quote inside it twice");
        }
        add(start, at, Quoting.NONE);
      }
      if (isEnd(at)) {
        length = at;
        break;
      }
      at++;
      if (bytes[record + at - 1] == '\n') {
        length = at;
        lines++;
        break;
      }
    }
    isAscii = high >= 0;
    dropCarriageReturn();
    return true;
  }

  /** Reads the first bytes and looks for byte-order marks. */
  private void start() throws IOException {
    started = true;
    isEnd(2);
    int first = limit > 0 ? bytes[0] & 0xFF : -1;
    int second = limit > 1 ? bytes[1] & 0xFF : -1;
    if ((first == 0xFE && second == 0xFF) || (first == 0xFF && second == 0xFE)) {
      throw bad(line, "found UTF-16, expected UTF-8; convert it: iconv -f UTF-16 -t UTF-8");
    }
    if (first == 0xEF && second == 0xBB && !isEnd(2) && (bytes[2] & 0xFF) == 0xBF) {
      record = 3;
    }
  }

  /**
   * Reads a quoted field, starting after its opening quote. Returns the offset after the closing
   * quote.
   */
  private int quoted(int start) throws IOException {
    Quoting quoting = Quoting.QUOTED;
    long opened = line + lines;
    int at = start;
    while (true) {
      if (isEnd(at)) {
        throw bad(
            opened,
            "the quote that starts field "
                + (count + 1)
                + " is never closed; add the closing quote");
      }
      if (at - start > maxFieldBytes) {
        throw bad(
            opened,
            "the quote that starts field %d is not closed within %,d bytes, the most of one field"
                .formatted(count + 1, maxFieldBytes));
      }
      byte c = bytes[record + at++];
      if (c == '\n') {
        lines++;
      } else if (c == '"') {
        if (isEnd(at) || bytes[record + at] != '"') {
          break;
        }
        quoting = Quoting.DOUBLED;
        at++;
      }
    }
    add(start, at - 1, quoting);
    if (!isEnd(at)
        && bytes[record + at] == '\r'
        && !isEnd(at + 1)
        && bytes[record + at + 1] == '\n') {
      at++;
    }
    if (!isEnd(at) && bytes[record + at] != ',' && bytes[record + at] != '\n') {
      long closed = line + lines;
      throw bad(
          line,
          closed == opened
              ? "found text after the closing quote of field %d; write each quote inside a field twice"
                  .formatted(count)
              : "the quote that starts field %d in line %,d is closed by a quote in line %,d, and text follows; close it where the field ends, and write each quote inside a field twice"
                  .formatted(count, opened, closed));
    }
    return at;
  }

  private void add(int start, int end, Quoting quoting) {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, count * 2);
      ends = Arrays.copyOf(ends, count * 2);
      quotings = Arrays.copyOf(quotings, count * 2);
    }
    starts[count] = start;
    ends[count] = end;
    quotings[count++] = quoting;
  }

  private void dropCarriageReturn() {
    int last = count - 1;
    if (lines > 0
        && quotings[last] == Quoting.NONE
        && ends[last] > starts[last]
        && bytes[record + ends[last] - 1] == '\r') {
      ends[last]--;
    }
  }

  private BadLineException tooLong(String what, int maxBytes) throws IOException {
    return bad(
        line,
        "found %s of more than %,d bytes; check that no quote is missing, and that the file is CSV"
            .formatted(what, maxBytes));
  }

  /** The error for a record. The reader is then after the first line of the record. */
  private BadLineException bad(long badLine, String problem) throws IOException {
    int at = record;
    while (at < limit && bytes[at] != '\n') {
      at++;
      if (at == limit) {
        // The line is longer than what was read of it.
        record = 0;
        at = 0;
        limit = Math.max(0, in.read(bytes, 0, bytes.length));
      }
    }
    length = Math.min(at + 1, limit) - record;
    lines = 1;
    count = 0;
    return new BadLineException(badLine, problem);
  }

  /** Whether the input ends {@code at} bytes after the start of the record; reads on if needed. */
  private boolean isEnd(int at) throws IOException {
    while (record + at >= limit) {
      if (record > 0) {
        System.arraycopy(bytes, record, bytes, 0, limit - record);
        limit -= record;
        record = 0;
      }
      if (limit == bytes.length) {
        long maxRecordBytes = (long) FIELDS_OF_LONGEST_RECORD * maxFieldBytes;
        if (limit >= maxRecordBytes) {
          throw tooLong("a record", limit);
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(maxRecordBytes, limit * 2L));
      }
      int read = in.read(bytes, limit, bytes.length - limit);
      if (read < 0) {
        return true;
      }
      limit += read;
    }
    return false;
  }

  /** The line on which the current record starts, counted from 1. */
  public long line() {
    return line;
  }

  /** The length of the current record in bytes, with its line break. */
  int recordBytes() {
    return length;
  }

  /** The number of fields of the current record. */
  public int size() {
    return count;
  }

  /**
   * The field at {@code index}; null when it is empty and not quoted.
   *
   * @throws BadLineException when it is not UTF-8
   */
  public @Nullable String field(int index) {
    int start = record + starts[index];
    int end = record + ends[index];
    Quoting quoting = quotings[index];
    if (start == end) {
      return quoting == Quoting.NONE ? null : "";
    }
    String text =
        isAscii
            ? new String(bytes, start, end - start, StandardCharsets.ISO_8859_1)
            : decode(start, end, index);
    return quoting == Quoting.DOUBLED ? text.replace("\"\"", "\"") : text;
  }

  private String decode(int start, int end, int index) {
    try {
      return decoder.decode(ByteBuffer.wrap(bytes, start, end - start)).toString();
    } catch (CharacterCodingException e) {
      throw new BadLineException(
          line,
          "field "
              + (index + 1)
              + " is not UTF-8; convert the input, for example: iconv -f ISO-8859-1 -t UTF-8");
    }
  }
}
