package keywright.cql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import keywright.cql.grammar.CqlParser;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DocumentPath;
import keywright.table.model.DocumentTable;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.Splits;
import keywright.table.model.StorageOptions;
import keywright.table.model.TableDefinition;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/**
 * Writes the declarations of tables and indexes as text: as statements, or as parts of statements,
 * that {@link CqlSession} and {@link Design} can parse. The methods are safe for many threads.
 */
public final class Statements {
  private Statements() {}

  /**
   * The CREATE TABLE statement of a table, without its indexes. The text has several lines and no
   * semicolon at its end.
   */
  public static String createTable(TableDefinition table) {
    String text = String.join("\n", tableLines(table));
    return text.substring(0, text.length() - 1);
  }

  /**
   * The CREATE INDEX statement of an index. The text has one line and no semicolon.
   *
   * @param table the name of the table, with its keyspace if it has one
   */
  public static String createIndex(String table, IndexDefinition index) {
    return "CREATE %sINDEX %s ON %s (%s)%s%s"
        .formatted(
            index.unique() ? "UNIQUE " : "",
            quote(index.name()),
            quoteQualified(table),
            key(index.parts(), index.partitionParts()),
            index.included().isEmpty()
                ? ""
                : " INCLUDE ("
                    + index.included().stream()
                        .map(Statements::quote)
                        .collect(Collectors.joining(", "))
                    + ")",
            with(options(index.format(), index.storage())));
  }

  /** The clause {@code PRIMARY KEY (…)} of a table. */
  public static String primaryKey(TableDefinition table) {
    return "PRIMARY KEY (" + key(table) + ")";
  }

  /** The declaration of a column in CREATE TABLE, such as {@code mode text AT 'p:Mode'}. */
  public static String column(ColumnDefinition column) {
    return column(column, false);
  }

  private static String column(ColumnDefinition column, boolean hasDocuments) {
    DocumentPath from = column.from();
    boolean renamed = !column.storedName().equals(column.name());
    return quote(column.name())
        + " "
        + column.type()
        + (column.nullable() ? " NULL" : column.notNull() ? " NOT NULL" : "")
        + (renamed ? " AT " + text(column.family() + ":" + column.storedName()) : "")
        + (from == null ? "" : " " + from(from, hasDocuments));
  }

  private static String from(DocumentPath from, boolean hasDocuments) {
    return "FROM " + (hasDocuments ? "" : quote(from.column()) + " ") + text(from.path());
  }

  /** The lines of the CREATE TABLE statement, with its semicolon. */
  static List<String> tableLines(TableDefinition table) {
    List<String> elements = new ArrayList<>();
    boolean hasDocuments = isDocumentTable(table);
    shownColumns(table).forEach(column -> elements.add(column(column, hasDocuments)));
    elements.add(primaryKey(table));
    table.families().forEach(family -> elements.add(family(table, family, hasDocuments)));
    String delimiter = hasDocuments ? DocumentTable.delimiter(table).orElse(null) : null;
    List<String> options =
        delimiter == null
            ? options(table.format(), table.storage())
            : options(KeyFormat.text(delimiter), DocumentTable.withoutDelimiter(table.storage()));
    if (!table.columnNames().equals("short")) {
      options.add("column_names = 'plain'");
    }
    List<String> lines = new ArrayList<>();
    String verb = table.isAttached() ? "ATTACH" : hasDocuments ? "CREATE DOCUMENT" : "CREATE";
    lines.add(verb + " TABLE " + quoteQualified(table.name()) + " (");
    for (int i = 0; i < elements.size(); i++) {
      lines.add("    " + elements.get(i) + (i + 1 < elements.size() ? "," : ""));
    }
    lines.add(")" + with(options) + ";");
    return lines;
  }

  /** The columns that the CREATE TABLE of a table names. */
  static List<ColumnDefinition> shownColumns(TableDefinition table) {
    return isDocumentTable(table)
        ? table.columns().stream()
            .filter(column -> !column.name().equals(DocumentTable.DOCUMENT))
            .toList()
        : table.columns();
  }

  /** Whether CREATE DOCUMENT TABLE makes exactly this table. */
  private static boolean isDocumentTable(TableDefinition table) {
    int place = table.columns().get(0).name().equals(DocumentTable.ID) ? 1 : 0;
    ColumnDefinition document = ColumnDefinition.of(DocumentTable.DOCUMENT, Type.parse("blob"));
    return table.columns().size() > place
        && table.columns().get(place).inFamily(document.family()).equals(document)
        && table.format().equals(KeyFormat.kw1())
        && DocumentTable.of(table).isPresent();
  }

  /** The parts of the primary key. If the partition has several parts, they are in parentheses. */
  static String key(TableDefinition table) {
    return key(table.primaryKey(), table.partitionParts());
  }

  private static String key(List<KeyPart> parts, int group) {
    if (group <= 1) {
      return parts(parts);
    }
    String partition = "(" + parts(parts.subList(0, group)) + ")";
    return group == parts.size()
        ? partition
        : partition + ", " + parts(parts.subList(group, parts.size()));
  }

  /** The declarations of key parts, separated by commas, without parentheses around them. */
  public static String parts(List<KeyPart> parts) {
    return parts.stream().map(KeyPart::toString).collect(Collectors.joining(", "));
  }

  private static String family(
      TableDefinition table, FamilyDefinition family, boolean hasDocuments) {
    // Key columns are in the family d unless they are put elsewhere, and nobody looks for them
    // there.
    Set<String> inKey = new HashSet<>();
    if (family.name().equals(FamilyDefinition.DEFAULT_NAME)) {
      table.primaryKey().forEach(part -> inKey.addAll(part.expression().columns()));
    }
    String columns =
        table.columns().stream()
            .filter(column -> column.family().equals(family.name()) && !column.isDerived())
            .filter(column -> !inKey.contains(column.name()))
            .map(column -> quote(column.name()))
            .collect(Collectors.joining(", "));
    FamilyDefinition standard = FamilyDefinition.of(family.name());
    List<String> options = new ArrayList<>();
    if (!family.compression().equals(standard.compression())) {
      options.add("compression = " + text(family.compression()));
    }
    if (family.ttlSeconds() != standard.ttlSeconds()) {
      options.add("ttl = " + family.ttlSeconds());
    }
    if (family.versions() != standard.versions()) {
      options.add("versions = " + family.versions());
    }
    DocumentPath from = family.from();
    String content = from == null ? "(" + columns + ")" : from(from, hasDocuments);
    return "FAMILY " + quote(family.name()) + " " + content + with(options);
  }

  private static List<String> options(KeyFormat format, StorageOptions storage) {
    List<String> options = new ArrayList<>();
    if (!format.equals(KeyFormat.kw1())) {
      options.add("key_format = " + text(format.name()));
      if (format.delimiter() != null) {
        options.add("key_delimiter = " + text(format.delimiter()));
      }
    }
    Splits splits = storage.splits();
    if (!splits.starts().isEmpty()) {
      options.add("splits = (" + String.join(", ", splits.starts()) + ")");
    } else if (splits.regions() > 0) {
      options.add("splits = " + splits.regions());
    }
    if (storage.writes() != null) {
      options.add("writes = " + text(storage.writes().toString()));
    }
    storage.engine().forEach((name, value) -> options.add(dotted(name) + " = " + text(value)));
    storage.notes().forEach((name, value) -> options.add(name + " = " + value));
    return options;
  }

  /** An option name such as {@code hbase.split_policy}: the engine and the name of its option. */
  private static String dotted(String name) {
    int dot = name.indexOf('.');
    return quote(name.substring(0, dot)) + "." + quote(name.substring(dot + 1));
  }

  private static String with(List<String> options) {
    return options.isEmpty() ? "" : " WITH " + String.join(" AND ", options);
  }

  static String text(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  /**
   * The name of a table or an index with its keyspace as it must be written in a statement, each of
   * the two names as {@link #quote} writes it.
   *
   * @param name a name such as {@code reading} or {@code shop.reading}
   */
  public static String quoteQualified(String name) {
    String keyspace = Names.keyspace(name);
    return keyspace.isEmpty()
        ? quote(name)
        : quote(keyspace) + "." + quote(Names.unqualified(name));
  }

  /**
   * The name of a table, an index or a column as it must be written in a statement: in double
   * quotes if the name is a keyword, or contains other characters than lower-case letters, digits
   * and {@code _}.
   */
  public static String quote(String name) {
    CommonTokenStream stream = new CommonTokenStream(Source.statement(name, 1, 1).lexer());
    try {
      CqlParser.NameContext context = Parsing.parser(stream, PredictionMode.SLL).name();
      boolean whole = stream.LA(1) == Token.EOF && context.getText().equals(name);
      // A column called family, with a type in parentheses, would read as a FAMILY.
      if (whole && Parsed.name(context).equals(name) && !name.equals("family")) {
        return name;
      }
    } catch (ParseCancellationException e) {
      // Not a plain name.
    }
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }
}
