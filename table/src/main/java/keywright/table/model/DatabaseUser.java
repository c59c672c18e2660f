package keywright.table.model;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A user of a database that is served to other processes. The catalog of the database stores the
 * users. A process that opens the database itself needs no user. Immutable.
 *
 * @param name 1 to 64 of the characters {@code a-z A-Z 0-9 . _ @ -}
 * @param role what the user may do
 * @param passwordHash a hash of the password, as the server makes it; one line, never the password
 */
public record DatabaseUser(String name, Role role, String passwordHash) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@-]{1,64}");
  private static final int HASH_LENGTH_MAX = 256;

  /** What a user may do. Each role includes those before it. */
  public enum Role {
    /** Queries and descriptions. */
    READ,
    /** INSERT, UPDATE, DELETE, TRUNCATE and batches. */
    WRITE,
    /** CREATE, ALTER and DROP of tables and indexes. */
    DEFINE;

    /**
     * The role with a name, such as {@code "read"}.
     *
     * @throws TableException if no role has this name
     */
    public static Role of(String name) {
      for (Role role : values()) {
        if (role.toString().equals(name)) {
          return role;
        }
      }
      throw new TableException(
          "cannot use the role %s: expected read, write or define".formatted(Names.quote(name)));
    }

    /** Whether a user with this role may do what {@code other} permits. */
    public boolean includes(Role other) {
      return compareTo(other) >= 0;
    }

    /** The name in lower case. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Refuses a name with other characters, and a hash that is no line of text. */
  public DatabaseUser {
    if (!NAME.matcher(name).matches()) {
      throw new TableException(
          "cannot use the user name %s: expected 1 to 64 letters, digits and signs of . _ @ -"
              .formatted(Names.quote(name)));
    }
    if (passwordHash.isEmpty()
        || passwordHash.length() > HASH_LENGTH_MAX
        || passwordHash.chars().anyMatch(Character::isISOControl)) {
      throw new TableException(
          "cannot use the hash of the password of user %s: expected a line of at most %d characters"
              .formatted(name, HASH_LENGTH_MAX));
    }
  }

  /** The user without the hash of the password, such as {@code "anna (write)"}. */
  @Override
  public String toString() {
    return name + " (" + role + ")";
  }
}
