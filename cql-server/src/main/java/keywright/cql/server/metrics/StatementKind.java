package keywright.cql.server.metrics;

import java.util.Locale;
import keywright.cql.server.system.Words;

/** The kind of a request, as metrics name it. */
public enum StatementKind {
  /** A SELECT on tables of the database. */
  SELECT,
  /** An INSERT. */
  INSERT,
  /** An UPDATE. */
  UPDATE,
  /** A DELETE. */
  DELETE,
  /** A batch, as a message of the protocol or as a statement. */
  BATCH,
  /** A TRUNCATE. */
  TRUNCATE,
  /** A CREATE, ATTACH, ALTER or DROP. */
  DEFINITION,
  /** A DESCRIBE or EXPLAIN. */
  DESCRIPTION,
  /** A USE. */
  USE,
  /** A SELECT on the system tables, which drivers read by themselves. */
  SYSTEM,
  /** The preparation of a statement. */
  PREPARE,
  /** A text that is no statement, or a prepared statement that the server does not know. */
  OTHER;

  /** The kind of a statement on the database that begins with these words. */
  public static StatementKind of(Words words) {
    return switch (words.text(0)) {
      case "select" -> SELECT;
      case "insert" -> INSERT;
      case "update" -> UPDATE;
      case "delete" -> DELETE;
      case "begin" -> BATCH;
      case "truncate" -> TRUNCATE;
      case "create", "attach", "alter", "drop" -> DEFINITION;
      case "describe", "desc", "explain" -> DESCRIPTION;
      case "use" -> USE;
      default -> OTHER;
    };
  }

  /** The value of the label {@code kind}. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
