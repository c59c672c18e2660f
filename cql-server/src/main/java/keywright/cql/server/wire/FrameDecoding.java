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

  private static final int STREAM_OFFSET = 2;
  private static final int LENGTH_OFFSET = 5;
  private static final int RESPONSE = 0x80;
  private static final int COMPRESSED = 0x01;

  private final FrameCodec<ByteBuf> codec;
  private final int bodyMax;
  private final boolean mayBeCompressed;

  /**
   * @param bodyMax the longest body, in bytes
   * @param mayBeCompressed whether bodies can be compressed
   */
  FrameDecoding(FrameCodec<ByteBuf> codec, int bodyMax, boolean mayBeCompressed) {
    this.codec = codec;
    this.bodyMax = bodyMax;
    this.mayBeCompressed = mayBeCompressed;
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
    return length <= bodyMax
        ? null
        : fatal(
            first,
            in.getShort(start + STREAM_OFFSET),
            "found a frame of %,d bytes, expected at most %,d; send less, or let the server accept larger frames"
                .formatted(length, bodyMax));
  }

  private static Inbound.Refused fatal(int version, int stream, String problem) {
    return new Inbound.Refused(version, stream, problem, true);
  }

  /** The length of the frame whose header is at the reader index, with its header. */
  static int length(ByteBuf in) {
    return HEADER_LENGTH + in.getInt(in.readerIndex() + LENGTH_OFFSET);
  }

  /** Decodes one whole frame. */
  Inbound decode(ByteBuf frame) {
    int start = frame.readerIndex();
    int version = frame.getUnsignedByte(start);
    int stream = frame.getShort(start + STREAM_OFFSET);
    try {
      if (!mayBeCompressed && (frame.getByte(start + 1) & COMPRESSED) != 0) {
        throw new IllegalArgumentException(
            "found a compressed frame, expected one as agreed at the start of the connection");
      }
      return new Inbound.Request(codec.decode(frame));
    } catch (RuntimeException e) {
      return new Inbound.Refused(
          version, stream, "cannot read the message: " + oneLine(e.getMessage()), false);
    }
  }

  private static String oneLine(@Nullable String message) {
    return String.valueOf(message).replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
  }
}
