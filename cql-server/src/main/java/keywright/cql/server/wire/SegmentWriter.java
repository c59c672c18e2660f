package keywright.cql.server.wire;

import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.FrameCodec;
import com.datastax.oss.protocol.internal.Segment;
import com.datastax.oss.protocol.internal.SegmentCodec;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToMessageEncoder;
import java.util.List;

/**
 * Writes each frame in a segment of its own, or in several if it is large. Used by the thread of
 * the connection.
 */
final class SegmentWriter extends MessageToMessageEncoder<Frame> {
  private final SegmentCodec<ByteBuf> segments;
  private final FrameCodec<ByteBuf> codec;

  SegmentWriter(SegmentCodec<ByteBuf> segments, FrameCodec<ByteBuf> codec) {
    super(Frame.class);
    this.segments = segments;
    this.codec = codec;
  }

  @Override
  protected void encode(ChannelHandlerContext context, Frame frame, List<Object> out) {
    ByteBuf encoded = codec.encode(frame);
    boolean isWhole = encoded.readableBytes() <= Segment.MAX_PAYLOAD_LENGTH;
    try {
      while (encoded.isReadable()) {
        int length = Math.min(encoded.readableBytes(), Segment.MAX_PAYLOAD_LENGTH);
        segments.encode(new Segment<>(encoded.readRetainedSlice(length), isWhole), out);
      }
    } finally {
      encoded.release();
    }
  }
}
