package keywright.key;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Internet addresses, of 4 or 16 bytes.
 *
 * <p>Layout: the bytes as those of a blob. Order: unsigned bytes, as in Cassandra. Example:
 * 10.0.0.1 is {@code 0a00ff00ff010001}.
 */
final class InetType extends Type {
  static final InetType INET = new InetType();

  private static final Pattern FOUR =
      Pattern.compile("(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?:\\.(?!$)|$)){4}");
  private static final Pattern SIXTEEN = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

  private InetType() {
    super("inet");
  }

  @Override
  public Class<?> valueClass() {
    return InetAddress.class;
  }

  @Override
  String expectation() {
    return "an internet address such as '10.0.0.1' or '2001:db8::1'";
  }

  @Override
  boolean isValue(Object value) {
    return value instanceof InetAddress;
  }

  /** No name is looked up: the text is only parsed. */
  @Override
  @Nullable Fit fit(Object literal) {
    if (literal instanceof InetAddress) {
      return Fit.exact(literal);
    }
    if (!(literal instanceof String text)) {
      return null;
    }
    if (FOUR.matcher(text).matches() || SIXTEEN.matcher(text).matches()) {
      try {
        return Fit.exact(InetAddress.getByName(text));
      } catch (UnknownHostException e) {
        // Refused below.
      }
    }
    throw KeyException.of("found " + Type.describe(text) + ", expected " + expectation());
  }

  @Override
  public int fixedLength() {
    return -1;
  }

  @Override
  int longestText() {
    return 39;
  }

  @Override
  public String format(Object value) {
    return ((InetAddress) value).getHostAddress();
  }

  @Override
  void write(Object value, KeyWriter out) {
    BlobType.BLOB.write(((InetAddress) value).getAddress(), out);
  }

  @Override
  Object read(KeyReader in) {
    int offset = in.offset();
    byte[] bytes = (byte[]) BlobType.BLOB.read(in);
    try {
      InetAddress address = InetAddress.getByAddress(bytes);
      if (address.getAddress().length == bytes.length) {
        return address;
      }
    } catch (UnknownHostException e) {
      // Refused below.
    }
    throw in.error(
        offset, "holds " + BlobType.hex(bytes), "the 4 or 16 bytes of an internet address");
  }

  @Override
  public int compare(Object a, Object b) {
    return BlobType.BLOB.compare(((InetAddress) a).getAddress(), ((InetAddress) b).getAddress());
  }
}
