package keywright.cql.server.wire;

import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.FrameCodec;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToMessageEncoder;
import java.util.List;

/** Writes frames without segments. Used by the thread of the connection. */
final class FrameWriter extends MessageToMessageEncoder<Frame> {
  private final FrameCodec<ByteBuf> codec;

  FrameWriter(FrameCodec<ByteBuf> codec) {
    super(Frame.class);
    this.codec = codec;
  }

  @Override
  protected void encode(ChannelHandlerContext context, Frame frame, List<Object> out) {
    out.add(codec.encode(frame));
  }
}
