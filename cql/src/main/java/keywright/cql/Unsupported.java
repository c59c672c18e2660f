package keywright.cql;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * Statements and types that CQL or SQL has and this language has not: each is refused in one line.
 */
final class Unsupported {
  private static final String NO_USERS =
      "the command 'keywright users' manages the users of a server; HBase and Cassandra manage their own users";
  private static final String NO_CODE = "no code runs inside the database; compute in your program";
  private static final String NO_SEQUENCE =
      "there are no sequences: use bigint and compute the value in your program, or use uuid";
  private static final String NO_BATCH =
      "a batch is one statement, BEGIN BATCH … APPLY BATCH, with a semicolon only after it";
  private static final String NO_TRANSACTION =
      "there are no transactions: write several rows together with BEGIN BATCH … APPLY BATCH, and conditions after IF";

  private static final Map<String, String> STATEMENTS =
      Map.ofEntries(
          Map.entry("APPLY", NO_BATCH),
          Map.entry("BATCH", NO_BATCH),
          Map.entry("START", NO_TRANSACTION),
          Map.entry("COMMIT", NO_TRANSACTION),
          Map.entry("ROLLBACK", NO_TRANSACTION),
          Map.entry("GRANT", NO_USERS),
          Map.entry("REVOKE", NO_USERS),
          Map.entry("LIST", NO_USERS),
          Map.entry("REPLACE", "use INSERT, which changes an existing row"),
          Map.entry("MERGE", "use INSERT, which changes an existing row"),
          Map.entry("UPSERT", "use INSERT, which changes an existing row"),
          Map.entry("COPY", "use keywright load TABLE FILE"),
          Map.entry("SHOW", "use DESCRIBE TABLES or DESCRIBE name"));

  private static final Map<String, String> CREATED =
      Map.ofEntries(
          Map.entry("TYPE", "there are no user-defined types; declare a column for each field"),
          Map.entry("FUNCTION", NO_CODE),
          Map.entry("AGGREGATE", NO_CODE),
          Map.entry("TRIGGER", NO_CODE),
          Map.entry("ROLE", NO_USERS),
          Map.entry("USER", NO_USERS),
          Map.entry("MATERIALIZED", "use CREATE INDEX: an index sorts the rows by another key"),
          Map.entry("VIEW", "use CREATE INDEX: an index sorts the rows by another key"),
          Map.entry("DATABASE", "name the database with --db"),
          Map.entry("SEQUENCE", NO_SEQUENCE),
          Map.entry("CUSTOM", "use CREATE INDEX name ON table (key)"),
          Map.entry("OR", "write DROP first, then CREATE"));

  private static final Map<String, String> ALTERED =
      Map.of(
          "KEYSPACE", "a keyspace has no options here, only its name",
          "SCHEMA", "a keyspace has no options here, only its name",
          "INDEX", "write DROP INDEX, then CREATE INDEX with the new definition",
          "TYPE", "there are no user-defined types; declare a column for each field",
          "ROLE", NO_USERS,
          "USER", NO_USERS,
          "MATERIALIZED", "use DROP INDEX and CREATE INDEX");

  private static final Map<String, Map<String, String>> OF_OBJECT =
      Map.of(
          "CREATE", CREATED, "DROP", CREATED, "ALTER",
          ALTERED); // Nothing is dropped that is never created.

  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("counter", "use bigint, and UPDATE … SET n = n + 1, which is exact"),
          Map.entry("tuple", "declare a column for each field"),
          Map.entry("serial", NO_SEQUENCE),
          Map.entry("bigserial", NO_SEQUENCE),
          Map.entry("smallserial", NO_SEQUENCE),
          Map.entry("integer", "use int"),
          Map.entry("mediumint", "use int"),
          Map.entry("long", "use bigint"),
          Map.entry("number", "use decimal(p,s), or bigint"),
          Map.entry("numeric", "use decimal(p,s)"),
          Map.entry("money", "use decimal(p,s)"),
          Map.entry("real", "use float"),
          Map.entry("bool", "use boolean"),
          Map.entry("bit", "use boolean"),
          Map.entry("string", "use text"),
          Map.entry("ascii", "use text"),
          Map.entry("character", "use text"),
          Map.entry("nvarchar", "use text, which takes any length"),
          Map.entry("varchar2", "use text, which takes any length"),
          Map.entry("clob", "use text"),
          Map.entry("mediumtext", "use text"),
          Map.entry("longtext", "use text"),
          Map.entry("bytea", "use blob"),
          Map.entry("bytes", "use blob"),
          Map.entry("varbinary", "use blob"),
          Map.entry("datetime", "use timestamp"),
          Map.entry("timestamptz", "use timestamp, which is UTC"),
          Map.entry("guid", "use uuid"),
          Map.entry("uniqueidentifier", "use uuid"),
          Map.entry("jsonb", "use variant, which holds a JSON scalar or list"),
          Map.entry("array", "use list<type>"),
          Map.entry("vector", "there are no vectors; use a blob"));

  private Unsupported() {}

  /** Refuses a statement that begins like a known one that is not supported. */
  static void check(Source source, List<Token> tokens) {
    String first = word(tokens, 0);
    String second = word(tokens, 1);
    Map<String, String> ofObject = OF_OBJECT.get(first);
    @Nullable String reason = ofObject == null ? STATEMENTS.get(first) : ofObject.get(second);
    String statement = ofObject == null ? first : first + " " + second;
    if (statement.equals("ALTER TABLE")) {
      checkTypes(source, tokens);
    }
    if (reason != null) {
      throw source.refused(
          tokens.get(0),
          "cannot run " + statement + ": it is not part of the language; " + reason,
          null);
    }
  }

  /** Refuses ALTER TABLE t ALTER c TYPE type. */
  private static void checkTypes(Source source, List<Token> tokens) {
    for (int i = 2; i + 2 < tokens.size(); i++) {
      if (word(tokens, i).equals("ALTER") && word(tokens, i + 2).equals("TYPE")) {
        throw source.refused(
            tokens.get(i),
            "cannot alter the type of %s: types never change, since stored values are not converted; add a column of the other type, or create another table and load the rows into it"
                .formatted(tokens.get(i + 1).getText()),
            null);
      }
    }
  }

  /** What to use instead of the type {@code name}; null for one that is not known here. */
  static @Nullable String insteadOfType(String name) {
    return TYPES.get(name);
  }

  private static String word(List<Token> tokens, int index) {
    return index < tokens.size() ? tokens.get(index).getText().toUpperCase(Locale.ROOT) : "";
  }
}
