package keywright.jdbc;

import java.io.IOException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import keywright.key.ErrorCode;
import keywright.key.KeywrightException;
import org.jspecify.annotations.Nullable;

/** Errors as subclasses of {@code SQLException}, with SQLSTATE and the same message. */
final class SqlErrors {
  /**
   * The state of a feature that there is not. Connection pools close a connection after the state
   * 0A000: they take it for an error of the connection.
   */
  static final String UNSUPPORTED = "HYC00";

  private SqlErrors() {}

  /** A part of a call that can fail. */
  @FunctionalInterface
  interface Part<R> {
    R run();
  }

  /** Runs a part of a call, with its errors as {@code SQLException}. */
  static <R> R sql(Part<R> part) throws SQLException {
    try {
      return part.run();
    } catch (KeywrightException e) {
      throw of(e);
    }
  }

  /** The {@code SQLException} of an error, which is its cause. */
  static SQLException of(KeywrightException e) {
    String message = e.getMessage();
    return switch (e.code()) {
      case SYNTAX -> new SQLSyntaxErrorException(message, "42601", e);
      case NO_KEY -> new SQLSyntaxErrorException(message, "42000", e);
      case NOT_FOUND -> new SQLSyntaxErrorException(message, "42S02", e);
      case ALREADY_EXISTS -> new SQLSyntaxErrorException(message, "42S01", e);
      case INVALID -> new SQLDataException(message, "22023", e);
      case DUPLICATE_KEY -> new SQLIntegrityConstraintViolationException(message, "23505", e);
      case CONFLICT -> new SQLTransactionRollbackException(message, "40001", e);
      case UNAVAILABLE -> new SQLTransientConnectionException(message, "08006", e);
      case OUTCOME_UNKNOWN -> new SQLNonTransientException(message, "08007", e);
      case UNSUPPORTED -> new SQLFeatureNotSupportedException(message, UNSUPPORTED, e);
      case ACCESS_DENIED -> new SQLInvalidAuthorizationSpecException(message, "28000", e);
      case LIMIT_EXCEEDED -> new SQLNonTransientException(message, "54000", e);
      case STOPPED -> new SQLTransientException(message, "57014", e);
      case TIMED_OUT -> new SQLTimeoutException(message, "57014", e);
      case CLOSED -> new SQLNonTransientConnectionException(message, "08003", e);
      case UNREADABLE, STORAGE -> new SQLNonTransientException(message, "58030", e);
    };
  }

  /**
   * The error of opening a database: a server may answer later, and a user may have another
   * password.
   */
  static SQLException ofOpening(KeywrightException e) {
    return e.code() == ErrorCode.UNAVAILABLE || e.code() == ErrorCode.ACCESS_DENIED
        ? of(e)
        : new SQLNonTransientConnectionException(e.getMessage(), "08001", e);
  }

  /**
   * A method or feature that the driver does not have.
   *
   * @param fix what to do instead
   */
  static SQLFeatureNotSupportedException unsupported(String what, String fix) {
    return new SQLFeatureNotSupportedException(
        "cannot %s: not supported; %s".formatted(what, fix), UNSUPPORTED);
  }

  static SQLDataException data(String message) {
    return new SQLDataException(message, "22018");
  }

  /** A wrong use of an object, such as a closed one. */
  static SQLException misuse(String message) {
    return new SQLNonTransientException(message, "HY010");
  }

  /** Refuses null for an argument of a program. */
  static void requireGiven(@Nullable Object argument, String what, String expected)
      throws SQLException {
    if (argument == null) {
      throw misuse("cannot %s: found null, expected %s".formatted(what, expected));
    }
  }

  static SQLNonTransientConnectionException closed() {
    return new SQLNonTransientConnectionException(
        "cannot use the connection: it is closed; open another", "08003");
  }

  static SQLDataException unread(IOException e) {
    return new SQLDataException("cannot read the stream of a value: " + e.getMessage(), "22018", e);
  }

  static SQLException readOnly() {
    return new SQLNonTransientException(
        "cannot change rows or tables: the connection is read only; call setReadOnly(false)",
        "25006");
  }
}
