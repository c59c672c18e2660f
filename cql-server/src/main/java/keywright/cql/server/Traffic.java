package keywright.cql.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import keywright.cql.server.metrics.Measures;

/** Counts the bytes of a connection, as they are in the network. Used by its thread. */
final class Traffic extends ChannelDuplexHandler {
  private final Measures measures;

  Traffic(Measures measures) {
    this.measures = measures;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof ByteBuf bytes) {
      measures.transferred(bytes.readableBytes(), 0);
    }
    context.fireChannelRead(message);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof ByteBuf bytes) {
      measures.transferred(0, bytes.readableBytes());
    }
    ChannelFuture unused = context.write(message, promise);
  }
}
