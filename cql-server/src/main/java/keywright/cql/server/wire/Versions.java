package keywright.cql.server.wire;

import com.datastax.oss.protocol.internal.Compressor;
import com.datastax.oss.protocol.internal.FrameCodec;
import com.datastax.oss.protocol.internal.ProtocolV4ServerCodecs;
import com.datastax.oss.protocol.internal.ProtocolV5ServerCodecs;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.List;

/** The versions of the protocol that the server speaks. */
public final class Versions {
  /** The lowest version. Refusals of other versions are in it. */
  static final int LOWEST = 4;

  /** The first version with segments around the frames. */
  public static final int WITH_SEGMENTS = 5;

  /** The names of all versions, as a client that sends OPTIONS gets them. */
  public static final List<String> NAMES = List.of("4/v4", "5/v5");

  static final String SHOWN = String.join(", ", NAMES);

  private Versions() {}

  static boolean isSpoken(int version) {
    return version == LOWEST || version == WITH_SEGMENTS;
  }

  static FrameCodec<ByteBuf> codec(ByteBufAllocator allocator, Compressor<ByteBuf> compressor) {
    return new FrameCodec<>(
        new ByteBufCodec(allocator),
        compressor,
        new ProtocolV4ServerCodecs(),
        new ProtocolV5ServerCodecs());
  }
}
