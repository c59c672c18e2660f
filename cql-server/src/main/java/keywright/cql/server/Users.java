package keywright.cql.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import keywright.key.KeywrightException;
import keywright.table.Database;
import keywright.table.model.DatabaseUser;
import keywright.table.model.DatabaseUser.Role;
import org.jspecify.annotations.Nullable;

/**
 * The users of the database, as the server has read them last. Without users the server asks for no
 * authentication. Once there was a user it always does, also after the last one was removed. Safe
 * for many threads.
 */
final class Users {
  private static final System.Logger LOG = System.getLogger("keywright.cql.server");

  private final Database database;
  private volatile Map<String, DatabaseUser> byName = Map.of();
  private volatile boolean required;

  /** Reads the users for the first time. */
  Users(Database database) {
    this.database = database;
    read();
  }

  private void read() {
    Map<String, DatabaseUser> read = new HashMap<>();
    database.users().forEach(user -> read.put(user.name(), user));
    byName = Map.copyOf(read);
    required |= !read.isEmpty();
  }

  /** Reads the users again. If the engine does not answer, those that were read before stay. */
  void look() {
    try {
      read();
    } catch (KeywrightException e) {
      LOG.log(System.Logger.Level.DEBUG, "the users were not read", e);
    }
  }

  /** Whether clients must give a name and a password. */
  boolean areRequired() {
    return required;
  }

  /**
   * Whether a connection that began as {@code name} can continue; null is a user without a name.
   */
  boolean mayStay(@Nullable String name) {
    return name == null ? !required : byName.containsKey(name);
  }

  /**
   * Checks a name and a password. An unknown name takes the time of a wrong password.
   *
   * @param token of SASL PLAIN: an identity to act for or nothing, 0, the name, 0, the password. It
   *     is overwritten
   * @return the name; null if it or the password is wrong
   */
  @Nullable String logIn(@Nullable ByteBuffer token) {
    byte[] bytes = taken(token);
    int first = indexOfZero(bytes, 0);
    int second = indexOfZero(bytes, first + 1);
    if (first < 0 || second < 0) {
      return null;
    }
    String actsFor = text(bytes, 0, first);
    String name = text(bytes, first + 1, second);
    byte[] password = Arrays.copyOfRange(bytes, second + 1, bytes.length);
    DatabaseUser user = byName.get(name);
    boolean isRight = Passwords.match(password, user == null ? null : user.passwordHash());
    Arrays.fill(password, (byte) 0);
    Arrays.fill(bytes, (byte) 0);
    return isRight && (actsFor.isEmpty() || actsFor.equals(name)) ? name : null;
  }

  private static byte[] taken(@Nullable ByteBuffer token) {
    if (token == null) {
      return new byte[0];
    }
    byte[] bytes = new byte[token.remaining()];
    ByteBuffer all = token.slice();
    all.get(bytes).rewind().put(new byte[bytes.length]);
    return bytes;
  }

  private static int indexOfZero(byte[] bytes, int start) {
    for (int i = Math.max(0, start); i < bytes.length; i++) {
      if (bytes[i] == 0) {
        return i;
      }
    }
    return -1;
  }

  private static String text(byte[] bytes, int start, int stop) {
    return new String(bytes, start, stop - start, StandardCharsets.UTF_8);
  }

  /**
   * Checks that a user may do something.
   *
   * @param name of the user; null for one without a name, who may do everything as long as no
   *     authentication is required
   * @throws RequestException if the user may not
   */
  void require(@Nullable String name, Role role) {
    if (!required) {
      return;
    }
    DatabaseUser user = name == null ? null : byName.get(name);
    if (user == null) {
      throw RequestException.unauthorized(
          "cannot run the statement: found that the user of this connection was removed, expected a user of the database; connect as another user");
    }
    if (!user.role().includes(role)) {
      throw RequestException.unauthorized(
          "cannot run the statement: user %s has the role %s, expected %s; an administrator of the database can change it by: keywright users role %s %s"
              .formatted(name, user.role(), atLeast(role), name, role));
    }
  }

  private static String atLeast(Role role) {
    return role == Role.DEFINE ? "define" : role + " or a higher one";
  }
}
