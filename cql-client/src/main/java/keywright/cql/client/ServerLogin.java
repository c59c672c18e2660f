package keywright.cql.client;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A name and a password. Safe for many threads. */
final class ServerLogin {
  private final String user;
  private final char[] password;

  /**
   * @param user empty for none
   */
  ServerLogin(String user, char[] password) {
    this.user = user;
    this.password = password.clone();
  }

  boolean isGiven() {
    return !user.isEmpty();
  }

  String user() {
    return user;
  }

  /** The token of SASL PLAIN: a zero byte, the name, a zero byte and the password. */
  ByteBuffer token() {
    byte[] name = user.getBytes(StandardCharsets.UTF_8);
    ByteBuffer secret = StandardCharsets.UTF_8.encode(CharBuffer.wrap(password));
    ByteBuffer token = ByteBuffer.allocate(2 + name.length + secret.remaining());
    token.put((byte) 0).put(name).put((byte) 0).put(secret).flip();
    return token;
  }

  /** Forgets the password. */
  void clear() {
    Arrays.fill(password, '\0');
  }
}
