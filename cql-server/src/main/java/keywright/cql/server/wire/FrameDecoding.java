package keywright.cql.server.wire;

import com.datastax.oss.protocol.internal.FrameCodec;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the frames of one connection. Used by the thread of the connection.
 *
 * <p>The header is 9 bytes: version, flags, stream (2), opcode, length of the body (4).
 */
final class FrameDecoding {
  static final int HEADER_LENGTH = 9;

  private static final int FLAGS_OFFSET = 1;
  private static final int STREAM_OFFSET = 2;
  private static final int LENGTH_OFFSET = 5;
  private static final int RESPONSE = 0x80;
  private static final int COMPRESSED = 0x01;

  private final FrameCodec<ByteBuf> codec;
  private final Incoming incoming;
  private final @Nullable Compression compression;
  private final boolean isFlagIgnored;

  /**
   * @param incoming has the longest body
   * @param compression of the bodies; null if they must not be compressed
   * @param isFlagIgnored whether frames can say that they are compressed although they are not:
   *     drivers do so in compressed segments
   */
  FrameDecoding(
      FrameCodec<ByteBuf> codec,
      Incoming incoming,
      @Nullable Compression compression,
      boolean isFlagIgnored) {
    this.codec = codec;
    this.incoming = incoming;
    this.compression = compression;
    this.isFlagIgnored = isFlagIgnored;
  }

  /**
   * What is wrong with the header at the reader index; null if nothing is wrong, or if this cannot
   * be known before more bytes have come.
   */
  Inbound.@Nullable Refused refusal(ByteBuf in) {
    if (!in.isReadable()) {
      return null;
    }
    int start = in.readerIndex();
    int first = in.getUnsignedByte(start);
    if ((first & RESPONSE) != 0) {
      return fatal(Versions.LOWEST, 0, "found a response, expected a request");
    }
    if (!Versions.isSpoken(first)) {
      // Drivers look for these words, and try a lower version.
      String problem =
          "Invalid or unsupported protocol version (%d); supported versions are (%s)"
              .formatted(first, Versions.SHOWN);
      boolean hasStream = first >= 3 && in.readableBytes() >= STREAM_OFFSET + Short.BYTES;
      if (!hasStream && first >= 3) {
        return null;
      }
      return fatal(Versions.LOWEST, hasStream ? in.getShort(start + STREAM_OFFSET) : 0, problem);
    }
    if (in.readableBytes() < HEADER_LENGTH) {
      return null;
    }
    long length = in.getUnsignedInt(start + LENGTH_OFFSET);
    return length <= incoming.bodyMax()
        ? null
        : fatal(first, in.getShort(start + STREAM_OFFSET), "found " + tooLong(length));
  }

  private String tooLong(long length) {
    return "a frame of %,d bytes, expected at most %,d%s"
        .formatted(
            length,
            incoming.bodyMax(),
            incoming.isStarted()
                ? "; send less, or let the server accept larger frames"
                : " before the connection is started");
  }

  private static Inbound.Refused fatal(int version, int stream, String problem) {
    return new Inbound.Refused(version, stream, problem, true);
  }

  /** The length of the frame whose header is at the reader index, with its header. */
  static int length(ByteBuf in) {
    return HEADER_LENGTH + in.getInt(in.readerIndex() + LENGTH_OFFSET);
  }

  /** Decodes one whole frame. Its buffer stays the caller's. */
  Inbound decode(ByteBuf frame) {
    int start = frame.readerIndex();
    int version = frame.getUnsignedByte(start);
    int stream = frame.getShort(start + STREAM_OFFSET);
    ByteBuf decompressed = null;
    try {
      if (!isFlagIgnored && (frame.getByte(start + FLAGS_OFFSET) & COMPRESSED) != 0) {
        decompressed = decompressed(frame);
      }
      return new Inbound.Request(codec.decode(decompressed == null ? frame : decompressed));
    } catch (RuntimeException e) {
      return new Inbound.Refused(
          version, stream, "cannot read the message: " + oneLine(e.getMessage()), false);
    } finally {
      if (decompressed != null) {
        decompressed.release();
      }
    }
  }

  /** The same frame without compression, in a buffer of its own. */
  private ByteBuf decompressed(ByteBuf frame) {
    Compression kind = compression;
    if (kind == null) {
      throw new IllegalArgumentException(
          "found a compressed frame, expected one as agreed at the start of the connection");
    }
    int start = frame.readerIndex();
    ByteBuf body = frame.slice(start + HEADER_LENGTH, frame.readableBytes() - HEADER_LENGTH);
    int length = kind.length(body);
    if (length > incoming.bodyMax()) {
      throw new IllegalArgumentException("found, when decompressed, " + tooLong(length));
    }
    ByteBuf whole = frame.alloc().buffer(HEADER_LENGTH + length, HEADER_LENGTH + length);
    try {
      whole.writeBytes(frame, start, HEADER_LENGTH);
      whole.setByte(FLAGS_OFFSET, frame.getByte(start + FLAGS_OFFSET) & ~COMPRESSED);
      whole.setInt(LENGTH_OFFSET, length);
      kind.decompress(body, whole, length);
      return whole;
    } catch (RuntimeException e) {
      whole.release();
      throw e;
    }
  }

  private static String oneLine(@Nullable String message) {
    return String.valueOf(message).replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
  }
}
