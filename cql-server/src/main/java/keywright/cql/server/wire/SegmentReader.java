package keywright.cql.server.wire;

import com.datastax.oss.protocol.internal.CrcMismatchException;
import com.datastax.oss.protocol.internal.Segment;
import com.datastax.oss.protocol.internal.SegmentCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames inside segments. A segment has a payload of at most 128 KB with a checksum:
 * whole frames, or a part of one large frame. Used by the thread of the connection.
 */
final class SegmentReader extends ByteToMessageDecoder {
  private final SegmentCodec<ByteBuf> segments;
  private final FrameDecoding decoding;
  private SegmentCodec.@Nullable Header header;

  /** The parts of a large frame that have come; null if there is none. */
  private @Nullable CompositeByteBuf parts;

  private boolean failed;

  SegmentReader(SegmentCodec<ByteBuf> segments, FrameDecoding decoding) {
    this.segments = segments;
    this.decoding = decoding;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (failed) {
      in.skipBytes(in.readableBytes());
      return;
    }
    try {
      SegmentCodec.Header head = header;
      if (head == null) {
        int length = segments.headerLength() + SegmentCodec.CRC24_LENGTH;
        if (in.readableBytes() >= length) {
          header = segments.decodeHeader(in.readSlice(length));
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

  private void fail(Inbound.Refused refusal, List<Object> out) {
    failed = true;
    out.add(refusal);
    dropParts();
  }

  private void take(ChannelHandlerContext context, Segment<ByteBuf> segment, List<Object> out) {
    if (segment.isSelfContained) {
      try {
        takeWhole(segment.payload, out);
      } finally {
        segment.payload.release();
      }
    } else {
      CompositeByteBuf soFar = parts;
      if (soFar == null) {
        soFar = context.alloc().compositeBuffer(Integer.MAX_VALUE);
        parts = soFar;
      }
      soFar.addComponent(true, segment.payload);
      takePart(soFar, out);
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

  private void takePart(CompositeByteBuf soFar, List<Object> out) {
    Inbound.Refused refusal = decoding.refusal(soFar);
    if (refusal != null) {
      fail(refusal, out);
    } else if (soFar.readableBytes() >= FrameDecoding.HEADER_LENGTH) {
      int missing = FrameDecoding.length(soFar) - soFar.readableBytes();
      if (missing < 0) {
        fail(inconsistent("bytes after the end of a large frame"), out);
      } else if (missing == 0) {
        out.add(decoding.decode(soFar));
        dropParts();
      }
    }
  }

  private static Inbound.Refused inconsistent(String found) {
    return new Inbound.Refused(Versions.WITH_SEGMENTS, 0, "found " + found, true);
  }

  private void dropParts() {
    if (parts != null) {
      parts.release();
      parts = null;
    }
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext context) {
    dropParts();
  }
}
