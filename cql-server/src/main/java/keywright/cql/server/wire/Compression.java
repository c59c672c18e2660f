package keywright.cql.server.wire;

import com.datastax.oss.protocol.internal.Compressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One kind of compression. Lengths come from the network: nothing is allocated for a length before
 * it was compared with its limit, and nothing is written beyond it. Safe for many threads.
 */
abstract class Compression implements Compressor<ByteBuf> {
  private static final String LZ4 = "lz4";
  private static final String SNAPPY = "snappy";

  private final String algorithm;
  private final ByteBufAllocator allocator;

  Compression(String algorithm, ByteBufAllocator allocator) {
    this.algorithm = algorithm;
    this.allocator = allocator;
  }

  /** The names of the kinds in a version of the protocol. */
  static List<String> names(int version) {
    return version < Versions.WITH_SEGMENTS ? List.of(LZ4, SNAPPY) : List.of(LZ4);
  }

  /** The kind with a name of {@link #names}; null for any other name. */
  static @Nullable Compression of(String name, ByteBufAllocator allocator) {
    return switch (name) {
      case LZ4 -> new Lz4(LZ4, allocator);
      case SNAPPY -> new RawSnappy(SNAPPY, allocator);
      default -> null;
    };
  }

  @Override
  public final String algorithm() {
    return algorithm;
  }

  /**
   * The length that the bytes of a frame will have, as they say themselves.
   *
   * @throws IllegalArgumentException if they do not say it
   */
  abstract int length(ByteBuf compressed);

  /**
   * Appends the bytes of a frame.
   *
   * @param target has room for {@code length} bytes and no more
   * @throws IllegalArgumentException if they do not have this length when they are decompressed
   */
  abstract void decompress(ByteBuf compressed, ByteBuf target, int length);

  /** Appends {@code bytes} in compressed form, with its length in front of it if there is none. */
  abstract void compress(ByteBuf bytes, ByteBuf target, boolean withLength);

  /** Appends bytes without their length. */
  abstract void decompressWithoutLength(ByteBuf compressed, ByteBuf target, int length);

  @Override
  public final ByteBuf compress(ByteBuf bytes) {
    return compressed(bytes, true);
  }

  @Override
  public final ByteBuf compressWithoutLength(ByteBuf bytes) {
    return compressed(bytes, false);
  }

  private ByteBuf compressed(ByteBuf bytes, boolean withLength) {
    ByteBuf target = allocator.buffer(bytes.readableBytes() / 2 + 64);
    try {
      compress(bytes, target, withLength);
      return target;
    } catch (RuntimeException e) {
      target.release();
      throw e;
    }
  }

  /** Frames are decompressed before the library reads them, so that a failure loses no buffer. */
  @Override
  public final ByteBuf decompress(ByteBuf compressed) {
    throw new IllegalStateException("found a compressed frame, expected one that was decompressed");
  }

  /** Decompresses a segment. After a failure the library does not release what it has given. */
  @Override
  public final ByteBuf decompressWithoutLength(ByteBuf compressed, int length) {
    ByteBuf target = allocator.buffer(length, length);
    try {
      decompressWithoutLength(compressed, target, length);
      return target;
    } catch (RuntimeException e) {
      target.release();
      compressed.release();
      throw e;
    }
  }

  /** The error for bytes that are not of this kind. */
  final IllegalArgumentException refused(@Nullable Throwable cause) {
    return new IllegalArgumentException(
        "found bytes that cannot be decompressed by " + algorithm, cause);
  }
}
