package keywright.cql.server;

import at.favre.lib.crypto.bcrypt.BCrypt;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import keywright.key.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Hashes of passwords, made and checked by bcrypt. One hash takes some ten milliseconds. Safe for
 * many threads.
 */
public final class Passwords {
  /** The fewest characters of a password. */
  public static final int CHARACTERS_MIN = 8;

  /** The most bytes of a password in UTF-8. bcrypt reads no more, and one byte ends them. */
  public static final int BYTES_MAX = 71;

  private static final int COST = 10;
  private static final int BYTES_OF_CHARACTER = 3;

  /** A hash for those who have none, so that their check takes the time of any other. */
  private static final class OfNobody {
    static final byte[] HASH = BCrypt.withDefaults().hash(COST, new byte[] {1});
  }

  private Passwords() {}

  /**
   * A hash of a password, with a salt of its own.
   *
   * @throws ServerException if the password has fewer than {@link #CHARACTERS_MIN} characters or
   *     more than {@link #BYTES_MAX} bytes. The message does not have the password
   */
  public static String hash(char[] password) {
    byte[] bytes = utf8(password);
    try {
      if (password.length < CHARACTERS_MIN || bytes.length > BYTES_MAX) {
        throw refused(
            "found %d characters, %d bytes in UTF-8".formatted(password.length, bytes.length));
      }
      return new String(BCrypt.withDefaults().hash(COST, bytes), StandardCharsets.US_ASCII);
    } finally {
      Arrays.fill(bytes, (byte) 0);
    }
  }

  private static ServerException refused(String found) {
    return new ServerException(
        ErrorCode.INVALID,
        "cannot use the password: %s, expected at least %d characters and at most %d bytes"
            .formatted(found, CHARACTERS_MIN, BYTES_MAX),
        null);
  }

  private static byte[] utf8(char[] password) {
    ByteBuffer encoded = ByteBuffer.allocate(BYTES_OF_CHARACTER * password.length);
    CoderResult result =
        StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(password), encoded, true);
    byte[] bytes = Arrays.copyOf(encoded.array(), encoded.position());
    Arrays.fill(encoded.array(), (byte) 0);
    if (result.isError()) {
      throw refused("found characters that are no text");
    }
    return bytes;
  }

  /**
   * Whether a password has a hash. It takes the same time for every password, and if there is no
   * hash.
   *
   * @param password in UTF-8
   * @param hash null for none
   */
  static boolean match(byte[] password, @Nullable String hash) {
    byte[] expected = hash == null ? OfNobody.HASH : hash.getBytes(StandardCharsets.US_ASCII);
    boolean isLong = password.length > BYTES_MAX;
    byte[] checked = isLong ? Arrays.copyOf(password, BYTES_MAX) : password;
    boolean isSame = BCrypt.verifyer().verify(checked, expected).verified;
    return isSame && !isLong && hash != null;
  }
}
