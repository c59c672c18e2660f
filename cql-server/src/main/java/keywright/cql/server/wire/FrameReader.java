package keywright.cql.server.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.util.List;

/** Reads frames without segments. Used by the thread of the connection. */
final class FrameReader extends Reader {
  private final FrameDecoding decoding;

  FrameReader(FrameDecoding decoding, Incoming incoming) {
    super(incoming);
    this.decoding = decoding;
  }

  @Override
  void read(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    Inbound.Refused refusal = decoding.refusal(in);
    if (refusal != null) {
      in.skipBytes(in.readableBytes());
      fail(refusal, out);
    } else if (in.readableBytes() >= FrameDecoding.HEADER_LENGTH
        && in.readableBytes() >= FrameDecoding.length(in)) {
      out.add(decoding.decode(in.readSlice(FrameDecoding.length(in))));
    }
  }

  @Override
  int heldBytes() {
    return 0;
  }

  @Override
  void drop() {}

  @Override
  int version() {
    return Versions.LOWEST;
  }
}
