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
   */
  private static final class Decompressed extends FilterInputStream {
    Decompressed(InputStream in) throws IOException {
      super(new GZIPInputStream(new NeverEmpty(in), BUFFER_BYTES));
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return super.read(bytes, offset, length);
      } catch (EOFException e) {
        throw new IOException("its gzip data ends too early; copy or compress it again", e);
      } catch (ZipException e) {
        throw new IOException("its gzip data is damaged; copy or compress it again", e);
      }
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
