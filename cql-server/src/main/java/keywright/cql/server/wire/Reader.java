package keywright.cql.server.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Turns bytes into {@link Inbound} values. After bytes that are no frames it reads no further. Used
 * by the thread of the connection.
 */
abstract class Reader extends ByteToMessageDecoder {
  private final Incoming incoming;
  private boolean failed;
  private boolean hasCompleted;

  Reader(Incoming incoming) {
    this.incoming = incoming;
  }

  @Override
  public final void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    hasCompleted = false;
    super.channelRead(context, message);
    if (!failed
        && !context.isRemoved()
        && !incoming.hold(actualReadableBytes() + heldBytes(), hasCompleted)) {
      failed = true;
      drop();
      internalBuffer().skipBytes(actualReadableBytes());
      context.pipeline().remove(this);
      context.fireChannelRead(
          new Inbound.Refused(
              version(),
              0,
              "found more than %s bytes of incomplete frames on all connections; try again later"
                  .formatted(incoming.shownMax()),
              true));
    }
  }

  @Override
  protected final void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (failed) {
      in.skipBytes(in.readableBytes());
      return;
    }
    int before = out.size();
    read(context, in, out);
    hasCompleted |= out.size() > before;
  }

  /** Reads what is complete. */
  abstract void read(ChannelHandlerContext context, ByteBuf in, List<Object> out);

  /** Refuses the bytes, and everything after them. */
  final void fail(Inbound.Refused refusal, List<Object> out) {
    failed = true;
    drop();
    incoming.release();
    out.add(refusal);
  }

  /** The bytes of incomplete frames that were taken out of the buffer. */
  abstract int heldBytes();

  /** Releases those bytes. */
  abstract void drop();

  /** The version of the answer to bytes that are no frames. */
  abstract int version();

  @Override
  protected final void handlerRemoved0(ChannelHandlerContext context) {
    drop();
    incoming.release();
  }
}
