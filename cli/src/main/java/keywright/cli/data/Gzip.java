package keywright.cli.data;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Reads streams that may be compressed by gzip. The first two bytes show whether they are. */
public final class Gzip {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int MAGIC_1 = 0x1F;
  private static final int MAGIC_2 = 0x8B;

  private Gzip() {}

  /** The bytes of {@code in}, decompressed when they start as gzip does. Used by one thread. */
  public static InputStream plain(InputStream in) throws IOException {
    PushbackInputStream start = new PushbackInputStream(in, 2);
    byte[] magic = start.readNBytes(2);
    start.unread(magic);
    boolean isGzip =
        magic.length == 2 && (magic[0] & 0xFF) == MAGIC_1 && (magic[1] & 0xFF) == MAGIC_2;
    return isGzip ? new Decompressed(start) : start;
  }

  /**
   * Decompresses bytes, also of several gzip files one after the other, as {@code cat} makes them.
   * Java's decompressor takes a next file with a damaged or cut header for the end, so the bytes
   * after the last file are counted.
   */
  private static final class Decompressed extends GZIPInputStream {
    private static final int TRAILER_BYTES = 8;

    private final CountingStream compressed;

    /** The bytes that were read when the buffer was filled last. */
    private long filled;

    Decompressed(InputStream in) throws IOException {
      this(new CountingStream(new NeverEmpty(in)));
    }

    private Decompressed(CountingStream compressed) throws IOException {
      super(compressed, BUFFER_BYTES);
      this.compressed = compressed;
    }

    @Override
    protected void fill() throws IOException {
      super.fill();
      filled = compressed.count();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count;
      try {
        count = super.read(bytes, offset, length);
      } catch (EOFException e) {
        throw new IOException("its gzip data ends too early; copy or compress it again", e);
      } catch (ZipException e) {
        throw new IOException("its gzip data is damaged; copy or compress it again", e);
      }
      // Since then, only the trailer and the header of a next file were read.
      if (count < 0 && inf.getRemaining() + compressed.count() - filled > TRAILER_BYTES) {
        throw new IOException(
            "its gzip data is followed by bytes that are not a whole gzip file; copy or compress it again");
      }
      return count;
    }
  }

  /**
   * Reports that bytes are available until the stream ends. Otherwise the decompressor would take a
   * pipe without available bytes for the end of the file, and would drop the rest.
   */
  private static final class NeverEmpty extends FilterInputStream {
    NeverEmpty(InputStream in) {
      super(in);
    }

    @Override
    public int available() {
      return 1;
    }
  }
}
