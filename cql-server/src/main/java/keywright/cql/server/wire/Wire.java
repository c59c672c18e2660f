package keywright.cql.server.wire;

import com.datastax.oss.protocol.internal.Compressor;
import com.datastax.oss.protocol.internal.FrameCodec;
import com.datastax.oss.protocol.internal.SegmentCodec;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelPipeline;

/** The handlers that turn the bytes of a connection into frames and back. */
public final class Wire {
  private static final String READER = "reader";
  private static final String WRITER = "writer";

  private final int bodyMax;

  /**
   * @param bodyMax the longest body of a frame, in bytes
   */
  public Wire(int bodyMax) {
    this.bodyMax = bodyMax;
  }

  /** Adds the handlers of a new connection. */
  public void begin(ChannelPipeline pipeline) {
    FrameCodec<ByteBuf> codec = codec(pipeline);
    pipeline.addLast(READER, new FrameReader(new FrameDecoding(codec, bodyMax, false)));
    pipeline.addLast(WRITER, new FrameWriter(codec));
  }

  /**
   * Goes over to segments. Call it in the thread of the connection, after the answer to STARTUP was
   * written and before the client can have read it.
   */
  public void useSegments(ChannelPipeline pipeline) {
    FrameCodec<ByteBuf> codec = codec(pipeline);
    SegmentCodec<ByteBuf> segments =
        new SegmentCodec<>(
            new ByteBufCodec(pipeline.channel().alloc()), Compressor.<ByteBuf>none());
    pipeline.replace(
        READER, READER, new SegmentReader(segments, new FrameDecoding(codec, bodyMax, false)));
    pipeline.replace(WRITER, WRITER, new SegmentWriter(segments, codec));
  }

  private static FrameCodec<ByteBuf> codec(ChannelPipeline pipeline) {
    return Versions.codec(pipeline.channel().alloc(), Compressor.none());
  }
}
