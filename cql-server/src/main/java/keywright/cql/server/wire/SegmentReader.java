package keywright.cql.server.wire;

import com.datastax.oss.protocol.internal.CrcMismatchException;
import com.datastax.oss.protocol.internal.Segment;
import com.datastax.oss.protocol.internal.SegmentCodec;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames inside segments. A segment has a payload of at most 128 KB with a checksum:
 * whole frames, or a part of one large frame. Used by the thread of the connection.
 */
final class SegmentReader extends Reader {
  private final SegmentCodec<ByteBuf> segments;
  private final FrameDecoding decoding;
  private final Incoming incoming;
  private SegmentCodec.@Nullable Header header;

  /**
   * The parts of a large frame that have come; null if there is none. They are copied: a small part
   * would keep the whole buffer that it came in.
   */
  private @Nullable ByteBuf parts;

  SegmentReader(SegmentCodec<ByteBuf> segments, FrameDecoding decoding, Incoming incoming) {
    super(incoming);
    this.segments = segments;
    this.decoding = decoding;
    this.incoming = incoming;
  }

  @Override
  void read(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    try {
      SegmentCodec.Header head = header;
      if (head == null) {
        int length = segments.headerLength() + SegmentCodec.CRC24_LENGTH;
        if (in.readableBytes() >= length) {
          takeHeader(segments.decodeHeader(in.readSlice(length)), out);
        }
      } else if (in.readableBytes() >= head.payloadLength + SegmentCodec.CRC32_LENGTH) {
        header = null;
        // The library releases what it is given.
        int length = head.payloadLength + SegmentCodec.CRC32_LENGTH;
        take(context, segments.decode(head, in.readRetainedSlice(length)), out);
      }
    } catch (CrcMismatchException e) {
      fail(
          new Inbound.Refused(
              Versions.WITH_SEGMENTS, 0, "found a segment with a wrong checksum", true),
          out);
    } catch (RuntimeException e) {
      fail(
          new Inbound.Refused(
              Versions.WITH_SEGMENTS, 0, "found a segment that cannot be read", true),
          out);
    }
  }

  private void takeHeader(SegmentCodec.Header head, List<Object> out) {
    int most = FrameDecoding.HEADER_LENGTH + incoming.bodyMax();
    if (!incoming.isStarted() && head.payloadLength > most) {
      fail(
          inconsistent(
              "a segment of %,d bytes, expected at most %,d before the connection is started"
                  .formatted(head.payloadLength, most)),
          out);
    } else {
      header = head;
    }
  }

  private void take(ChannelHandlerContext context, Segment<ByteBuf> segment, List<Object> out) {
    try {
      if (segment.isSelfContained) {
        takeWhole(segment.payload, out);
      } else {
        ByteBuf soFar = parts;
        if (soFar == null) {
          soFar = context.alloc().buffer(segment.payload.readableBytes());
          parts = soFar;
        }
        takePart(soFar.writeBytes(segment.payload), out);
      }
    } finally {
      segment.payload.release();
    }
  }

  private void takeWhole(ByteBuf payload, List<Object> out) {
    if (parts != null) {
      fail(inconsistent("whole frames inside of a large frame"), out);
      return;
    }
    while (payload.isReadable()) {
      Inbound.Refused refusal = decoding.refusal(payload);
      if (refusal != null) {
        fail(refusal, out);
        return;
      }
      if (payload.readableBytes() < FrameDecoding.HEADER_LENGTH
          || payload.readableBytes() < FrameDecoding.length(payload)) {
        fail(inconsistent("a part of a frame in a segment of whole frames"), out);
        return;
      }
      out.add(decoding.decode(payload.readSlice(FrameDecoding.length(payload))));
    }
  }

  private void takePart(ByteBuf soFar, List<Object> out) {
    Inbound.Refused refusal = decoding.refusal(soFar);
    if (refusal != null) {
      fail(refusal, out);
    } else if (soFar.readableBytes() >= FrameDecoding.HEADER_LENGTH) {
      int missing = FrameDecoding.length(soFar) - soFar.readableBytes();
      if (missing < 0) {
        fail(inconsistent("bytes after the end of a large frame"), out);
      } else if (missing == 0) {
        out.add(decoding.decode(soFar));
        drop();
      }
    }
  }

  private static Inbound.Refused inconsistent(String found) {
    return new Inbound.Refused(Versions.WITH_SEGMENTS, 0, "found " + found, true);
  }

  @Override
  int heldBytes() {
    return parts == null ? 0 : parts.readableBytes();
  }

  @Override
  void drop() {
    if (parts != null) {
      parts.release();
      parts = null;
    }
  }

  @Override
  int version() {
    return Versions.WITH_SEGMENTS;
  }
}
