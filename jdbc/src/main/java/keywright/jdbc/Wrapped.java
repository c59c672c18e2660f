package keywright.jdbc;

import java.sql.SQLException;

/** {@code Wrapper.unwrap} for the objects of this driver. */
final class Wrapped {
  private Wrapped() {}

  /** The first of the objects that is of a class. */
  static <T> T unwrap(Class<T> target, Object... candidates) throws SQLException {
    SqlErrors.requireGiven(target, "unwrap an object", "a class");
    for (Object candidate : candidates) {
      if (target.isInstance(candidate)) {
        return target.cast(candidate);
      }
    }
    throw SqlErrors.misuse("cannot unwrap " + target.getName() + ": the driver has no such object");
  }
}
