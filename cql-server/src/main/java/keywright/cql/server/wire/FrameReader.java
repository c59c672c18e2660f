package keywright.cql.server.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/** Reads frames without segments. Used by the thread of the connection. */
final class FrameReader extends ByteToMessageDecoder {
  private final FrameDecoding decoding;
  private boolean failed;

  FrameReader(FrameDecoding decoding) {
    this.decoding = decoding;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (failed) {
      in.skipBytes(in.readableBytes());
      return;
    }
    Inbound.Refused refusal = decoding.refusal(in);
    if (refusal != null) {
      failed = true;
      in.skipBytes(in.readableBytes());
      out.add(refusal);
    } else if (in.readableBytes() >= FrameDecoding.HEADER_LENGTH
        && in.readableBytes() >= FrameDecoding.length(in)) {
      out.add(decoding.decode(in.readSlice(FrameDecoding.length(in))));
    }
  }
}
