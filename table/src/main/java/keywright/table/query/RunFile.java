package keywright.table.query;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A temporary file with sorted runs of records, one run after the other. The file is first written,
 * then read. Used by one thread.
 *
 * <p>A record consists of the length of its sort bytes (4 bytes), the length of its content (4
 * bytes), the sort bytes, and the content. The file is in the folder {@link #folder}, or in another
 * folder that the caller names. On systems that allow it, such as Linux and macOS, the name of the
 * file is deleted when the file is opened. The disk space is then freed when the file is closed, or
 * when the process ends for any reason.
 */
public final class RunFile implements AutoCloseable {
  private static final String PREFIX = "keywright-sort-";
  private static final int HEAD_LENGTH = 8;

  private final FileChannel channel;
  private final ByteBuffer out;

  /** The offset at which each run ends. */
  private final List<Long> stops = new ArrayList<>();

  private long length;
  private int longestRecord;

  /**
   * Makes a file without records.
   *
   * @param channel an empty file, which is closed with this object
   * @param bufferLength the number of bytes that are written at once
   */
  public RunFile(FileChannel channel, int bufferLength) {
    this.channel = channel;
    this.out = ByteBuffer.allocate(bufferLength);
  }

  /** The folder of the files, from the system property java.io.tmpdir. */
  static Path folder() {
    return Path.of(System.getProperty("java.io.tmpdir", "."));
  }

  /**
   * Creates a file in {@link #folder}.
   *
   * @throws IOException if the file cannot be created
   */
  public static RunFile create(int bufferLength) throws IOException {
    return create(folder(), bufferLength);
  }

  /**
   * Creates a file in another folder.
   *
   * @throws IOException if the file cannot be created
   */
  public static RunFile create(Path folder, int bufferLength) throws IOException {
    Path file = Files.createTempFile(folder, PREFIX, ".tmp");
    try {
      return new RunFile(
          FileChannel.open(
              file,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE),
          bufferLength);
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }

  /**
   * Writes the next record of a run. Its order must not be before the order of the previous record.
   */
  void write(byte[] order, byte[] row) throws IOException {
    if (out.remaining() < HEAD_LENGTH) {
      flush();
    }
    out.putInt(order.length).putInt(row.length);
    put(order);
    put(row);
    int record = HEAD_LENGTH + order.length + row.length;
    length += record;
    longestRecord = Math.max(longestRecord, record);
  }

  private void put(byte[] bytes) throws IOException {
    int offset = 0;
    while (offset < bytes.length) {
      if (!out.hasRemaining()) {
        flush();
      }
      int count = Math.min(out.remaining(), bytes.length - offset);
      out.put(bytes, offset, count);
      offset += count;
    }
  }

  /** Ends a run. */
  void endRun() throws IOException {
    flush();
    stops.add(length);
  }

  private void flush() throws IOException {
    out.flip();
    while (out.hasRemaining()) {
      int unused = channel.write(out);
    }
    out.clear();
  }

  /** The total length of all records, in bytes. */
  long length() {
    return length;
  }

  /** The length of the longest record, in bytes. */
  int longestRecord() {
    return longestRecord;
  }

  /** The number of runs. */
  int runs() {
    return stops.size();
  }

  /** A reader at the start of a run. */
  Reader reader(int run) {
    return new Reader(run, run == 0 ? 0 : stops.get(run - 1), stops.get(run));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** The records of one run, in order. */
  final class Reader {
    private final ByteBuffer in = ByteBuffer.allocate(out.capacity()).flip();
    private final int run;
    private final long stop;

    /** The offset in the file up to which bytes were read into {@link #in}. */
    private long position;

    private byte[] order = {};
    private byte[] row = {};

    private Reader(int run, long start, long stop) {
      this.run = run;
      this.position = start;
      this.stop = stop;
    }

    /** Moves to the next record. Returns false at the end of the run. */
    boolean next() throws IOException {
      if (position == stop && !in.hasRemaining()) {
        return false;
      }
      ByteBuffer head = ByteBuffer.wrap(take(HEAD_LENGTH));
      order = take(head.getInt());
      row = take(head.getInt());
      return true;
    }

    private byte[] take(int count) throws IOException {
      byte[] bytes = new byte[count];
      int offset = 0;
      while (offset < count) {
        if (!in.hasRemaining()) {
          fill();
        }
        int some = Math.min(in.remaining(), count - offset);
        in.get(bytes, offset, some);
        offset += some;
      }
      return bytes;
    }

    private void fill() throws IOException {
      in.clear().limit((int) Math.min(in.capacity(), stop - position));
      int read = channel.read(in, position);
      if (read <= 0) {
        throw new EOFException("the file ends at byte " + position);
      }
      position += read;
      in.flip();
    }

    /** The place of the run in the file. */
    int run() {
      return run;
    }

    /** The bytes by which the record is sorted. */
    byte[] order() {
      return order;
    }

    byte[] row() {
      return row;
    }
  }
}
