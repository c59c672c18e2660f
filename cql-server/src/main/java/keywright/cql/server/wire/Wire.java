package keywright.cql.server.wire;

import com.datastax.oss.protocol.internal.Compressor;
import com.datastax.oss.protocol.internal.FrameCodec;
import com.datastax.oss.protocol.internal.SegmentCodec;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelPipeline;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The handlers that turn the bytes of connections into frames and back. Safe for many threads. */
public final class Wire {
  /** The names of all kinds of compression, as a client that sends OPTIONS gets them. */
  public static final List<String> COMPRESSIONS = Compression.names(Versions.LOWEST);

  private static final String READER = "reader";
  private static final String WRITER = "writer";

  /** Incomplete frames of all connections may take this many times the longest body. */
  private static final long INCOMPLETE_FRAMES_MAX = 4;

  private final int bodyMax;
  private final AtomicLong incompleteBytes = new AtomicLong();

  /**
   * @param bodyMax the longest body of a frame, in bytes
   */
  public Wire(int bodyMax) {
    this.bodyMax = bodyMax;
  }

  /** Whether frames can be compressed so; they are not compressed if the name is empty. */
  public static boolean isKnown(String compression, int version) {
    return compression.isEmpty()
        || compression.equals("none")
        || Compression.names(version).contains(compression);
  }

  /** The kinds of compression in a version of the protocol, for messages. */
  public static String shownCompressions(int version) {
    return String.join(", ", Compression.names(version)) + " or none";
  }

  /** Adds the handlers of a new connection. */
  public Incoming begin(ChannelPipeline pipeline) {
    Incoming incoming = new Incoming(incompleteBytes, INCOMPLETE_FRAMES_MAX * bodyMax, bodyMax);
    FrameCodec<ByteBuf> codec = codec(pipeline, null);
    pipeline.addLast(READER, new FrameReader(new FrameDecoding(codec, incoming, null), incoming));
    pipeline.addLast(WRITER, new FrameWriter(codec));
    return incoming;
  }

  /**
   * Goes over to what STARTUP has agreed: compression, and segments in version 5. Call it in the
   * thread of the connection, after the answer to STARTUP was written and before the client can
   * have read it.
   *
   * @param incoming what {@link #begin} has returned
   * @param compression a name that {@link #isKnown}
   */
  public void agree(ChannelPipeline pipeline, Incoming incoming, int version, String compression) {
    Compression kind = Compression.of(compression, pipeline.channel().alloc());
    if (version >= Versions.WITH_SEGMENTS) {
      FrameCodec<ByteBuf> codec = codec(pipeline, null);
      SegmentCodec<ByteBuf> segments =
          new SegmentCodec<>(new ByteBufCodec(pipeline.channel().alloc()), orNone(kind));
      FrameDecoding decoding = new FrameDecoding(codec, incoming, null);
      pipeline.replace(READER, READER, new SegmentReader(segments, decoding, incoming));
      pipeline.replace(WRITER, WRITER, new SegmentWriter(segments, codec));
    } else if (kind != null) {
      FrameCodec<ByteBuf> codec = codec(pipeline, kind);
      FrameDecoding decoding = new FrameDecoding(codec, incoming, kind);
      pipeline.replace(READER, READER, new FrameReader(decoding, incoming));
      pipeline.replace(WRITER, WRITER, new FrameWriter(codec));
    }
  }

  private static FrameCodec<ByteBuf> codec(
      ChannelPipeline pipeline, @Nullable Compression compression) {
    return Versions.codec(pipeline.channel().alloc(), orNone(compression));
  }

  private static Compressor<ByteBuf> orNone(@Nullable Compression compression) {
    return compression == null ? Compressor.<ByteBuf>none() : compression;
  }
}
