package keywright.cql.server.wire;

import com.datastax.oss.protocol.internal.Compressor;
import com.datastax.oss.protocol.internal.FrameCodec;
import com.datastax.oss.protocol.internal.SegmentCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelPipeline;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private final ByteBufAllocator allocator;
  private final AtomicLong incompleteBytes = new AtomicLong();

  /** All connections share one, because it has many parts. */
  private final FrameCodec<ByteBuf> uncompressed;

  private final Map<String, FrameCodec<ByteBuf>> compressed = new HashMap<>();

  /**
   * @param bodyMax the longest body of a frame, in bytes
   */
  public Wire(int bodyMax) {
    this(bodyMax, ByteBufAllocator.DEFAULT);
  }

  Wire(int bodyMax, ByteBufAllocator allocator) {
    this.bodyMax = bodyMax;
    this.allocator = allocator;
    this.uncompressed = Versions.codec(allocator, Compressor.none());
    for (String name : COMPRESSIONS) {
      compressed.put(name, Versions.codec(allocator, orNone(Compression.of(name, allocator))));
    }
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
    FrameDecoding decoding = new FrameDecoding(uncompressed, incoming, null, false);
    pipeline.addLast(READER, new FrameReader(decoding, incoming));
    pipeline.addLast(WRITER, new FrameWriter(uncompressed));
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
    Compression kind = Compression.of(compression, allocator);
    if (version >= Versions.WITH_SEGMENTS) {
      SegmentCodec<ByteBuf> segments =
          new SegmentCodec<>(new ByteBufCodec(allocator), orNone(kind));
      FrameDecoding decoding = new FrameDecoding(uncompressed, incoming, null, kind != null);
      pipeline.replace(READER, READER, new SegmentReader(segments, decoding, incoming));
      pipeline.replace(WRITER, WRITER, new SegmentWriter(segments, uncompressed));
    } else if (kind != null) {
      FrameCodec<ByteBuf> codec = Objects.requireNonNull(compressed.get(compression));
      FrameDecoding decoding = new FrameDecoding(codec, incoming, kind, false);
      pipeline.replace(READER, READER, new FrameReader(decoding, incoming));
      pipeline.replace(WRITER, WRITER, new FrameWriter(codec));
    }
  }

  private static Compressor<ByteBuf> orNone(@Nullable Compression compression) {
    return compression == null ? Compressor.<ByteBuf>none() : compression;
  }
}
