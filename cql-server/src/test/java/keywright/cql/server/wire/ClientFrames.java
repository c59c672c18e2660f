package keywright.cql.server.wire;

import com.datastax.oss.protocol.internal.Compressor;
import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.FrameCodec;
import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.ProtocolV4ClientCodecs;
import com.datastax.oss.protocol.internal.ProtocolV5ClientCodecs;
import com.datastax.oss.protocol.internal.Segment;
import com.datastax.oss.protocol.internal.SegmentCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The frames of a client, for tests. */
public final class ClientFrames {
  private static final ByteBufCodec FIELDS =
      new ByteBufCodec(new UnpooledByteBufAllocator(false, true));
  private static final FrameCodec<ByteBuf> CODEC =
      new FrameCodec<>(
          FIELDS, Compressor.none(), new ProtocolV4ClientCodecs(), new ProtocolV5ClientCodecs());

  private ClientFrames() {}

  /** A request without a segment. */
  public static byte[] encode(int version, int stream, Message message) {
    return ByteBufUtil.getBytes(
        CODEC.encode(Frame.forRequest(version, stream, false, Map.of(), message)));
  }

  /** Bytes in a segment. */
  public static byte[] segment(byte[] payload, boolean isWhole) {
    SegmentCodec<ByteBuf> segments = new SegmentCodec<>(FIELDS, Compressor.<ByteBuf>none());
    List<Object> parts = new ArrayList<>();
    segments.encode(new Segment<>(Unpooled.wrappedBuffer(payload), isWhole), parts);
    ByteBuf[] buffers = parts.toArray(ByteBuf[]::new);
    return ByteBufUtil.getBytes(Unpooled.wrappedBuffer(buffers));
  }

  /** Bytes in a whole segment that says that they are compressed by LZ4, whatever they are. */
  public static byte[] compressedSegment(byte[] compressed, int length) {
    Compressor<ByteBuf> as =
        new Compressor<>() {
          @Override
          public String algorithm() {
            return "lz4";
          }

          @Override
          public ByteBuf compress(ByteBuf bytes) {
            throw new UnsupportedOperationException();
          }

          @Override
          public ByteBuf decompress(ByteBuf bytes) {
            throw new UnsupportedOperationException();
          }

          @Override
          public ByteBuf compressWithoutLength(ByteBuf bytes) {
            return Unpooled.wrappedBuffer(compressed);
          }

          @Override
          public ByteBuf decompressWithoutLength(ByteBuf bytes, int ofLength) {
            throw new UnsupportedOperationException();
          }
        };
    List<Object> parts = new ArrayList<>();
    new SegmentCodec<>(FIELDS, as)
        .encode(new Segment<>(Unpooled.wrappedBuffer(new byte[length]), true), parts);
    return ByteBufUtil.getBytes(Unpooled.wrappedBuffer(parts.toArray(ByteBuf[]::new)));
  }

  /** A response. */
  public static Frame decode(byte[] frame) {
    return CODEC.decode(Unpooled.wrappedBuffer(frame));
  }
}
