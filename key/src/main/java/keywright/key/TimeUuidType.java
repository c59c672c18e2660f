package keywright.key;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * UUIDs of version 1, which contain a time.
 *
 * <p>Layout: the version and the time, the most significant bits first, in 8 bytes; then the other
 * 8 bytes with the first bit of each flipped. Order: that of Cassandra, by time, then by the other
 * bytes as signed numbers. Example: 123e4567-e89b-12d3-a456-426614174000 is {@code
 * 12d3e89b123e456724d6c2e69497c080}.
 */
final class TimeUuidType extends Type {
  static final TimeUuidType TIMEUUID = new TimeUuidType();

  private static final int VERSION = 1;
  private static final long SIGNS = 0x8080_8080_8080_8080L;

  private TimeUuidType() {
    super("timeuuid");
  }

  @Override
  public Class<?> valueClass() {
    return UUID.class;
  }

  @Override
  String expectation() {
    return "a uuid of version 1 such as 01234567-89ab-1def-8123-456789abcdef, whose third group begins with 1";
  }

  @Override
  boolean isValue(Object value) {
    return value instanceof UUID uuid && uuid.version() == VERSION;
  }

  @Override
  @Nullable Fit fit(Object literal) {
    Fit fit = UuidType.UUID.fit(literal);
    if (fit == null || (fit.floor() instanceof UUID uuid && uuid.version() == VERSION)) {
      return fit;
    }
    throw KeyException.of("found " + Type.describe(literal) + ", expected " + expectation());
  }

  @Override
  public int fixedLength() {
    return 16;
  }

  @Override
  int textWidth() {
    return 36;
  }

  /** The version and the time, the most significant bits first. */
  private static long time(UUID uuid) {
    long bits = uuid.getMostSignificantBits();
    return bits << 48 | (bits << 16 & 0xFFFF_0000_0000L) | bits >>> 32;
  }

  @Override
  void write(Object value, KeyWriter out) {
    UUID uuid = (UUID) value;
    out.putBits(time(uuid), 8);
    out.putBits(uuid.getLeastSignificantBits() ^ SIGNS, 8);
  }

  @Override
  Object read(KeyReader in) {
    in.need(16);
    int offset = in.offset();
    long time = in.bits(8);
    if (time >>> 60 != VERSION) {
      throw in.error(offset, "holds version " + (time >>> 60), "version 1 of a timeuuid");
    }
    long bits = time << 32 | (time >>> 16 & 0xFFFF_0000L) | time >>> 48;
    return new UUID(bits, in.bits(8) ^ SIGNS);
  }

  @Override
  public int compare(Object a, Object b) {
    UUID left = (UUID) a;
    UUID right = (UUID) b;
    int order = Long.compareUnsigned(time(left), time(right));
    return order != 0
        ? order
        : Long.compareUnsigned(
            left.getLeastSignificantBits() ^ SIGNS, right.getLeastSignificantBits() ^ SIGNS);
  }

  @Override
  List<Object> samples() {
    return List.of(new UUID(0x1000L, 0), new UUID(-1L << 16 | 0x1FFFL, -1));
  }
}
