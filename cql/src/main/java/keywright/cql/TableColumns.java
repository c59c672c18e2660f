package keywright.cql;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import keywright.cql.grammar.CqlLexer;
import keywright.cql.grammar.CqlParser;
import keywright.key.Column;
import keywright.key.ComputedPart;
import keywright.key.Condition;
import keywright.key.KeyException;
import keywright.key.Type;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DocumentTable;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import keywright.table.model.UnknownNameException;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** The columns of one table, compared with the names and literals of a statement. */
final class TableColumns implements Conditions.Checks {
  /** A number as a statement may have it; "000123" is one. */
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

  private final Source source;
  private final TableDefinition definition;
  private final String qualified;
  private final Map<String, Type> types = new LinkedHashMap<>();
  private final Map<String, ComputedPart> computed = new LinkedHashMap<>();

  /** The names that were looked up, by where they stand in the statement. */
  private final Map<CqlParser.ColumnNameContext, String> names = new ConcurrentHashMap<>();

  TableColumns(Source source, TableDefinition definition) {
    this.source = source;
    this.definition = definition;
    this.qualified = Names.qualified(definition.name());
    for (Column column : definition.allColumns()) {
      types.put(column.name(), column.type());
    }
    definition.computedParts().forEach(part -> computed.put(part.column().name(), part));
  }

  /** The name of the table, as messages have it. */
  String table() {
    return definition.name();
  }

  /** The name of the table for changes, which never means the table of another keyspace. */
  String qualifiedTable() {
    return qualified;
  }

  /** Whether they are those of a declaration. */
  @SuppressWarnings("ReferenceEquality") // Those of one that is equal are made again.
  boolean areOf(TableDefinition other) {
    return definition == other;
  }

  /** All columns of the table, as a row shows them. */
  List<Column> all() {
    return types.entrySet().stream()
        .map(column -> new Column(column.getKey(), column.getValue(), true))
        .toList();
  }

  /** The columns of the primary key, in the order of the key. */
  List<String> keyColumns() {
    return definition.keyColumns();
  }

  /** The type of the column {@code name}, which exists. */
  Type type(String name) {
    return Objects.requireNonNull(types.get(name), name);
  }

  /** The name of a column of the table. */
  String name(CqlParser.ColumnNameContext context) {
    return column(context);
  }

  /** What a SELECT returns of each row: a column, or a computed part of the primary key. */
  String selected(CqlParser.ColumnNameContext context) {
    String name = Parsed.name(context.name());
    return computed.containsKey(name) ? name : name(context);
  }

  @Override
  public String column(CqlParser.ColumnNameContext context) {
    return names.computeIfAbsent(context, this::checkedName);
  }

  private String checkedName(CqlParser.ColumnNameContext context) {
    String name = Parsed.name(context.name());
    requireColumn(name, context.getStart());
    return name;
  }

  /** Refuses the name of a column that does not exist. */
  void requireColumn(String name, Token place) {
    ComputedPart part = computed.get(name);
    if (part != null) {
      throw source.refused(place, part.isNoColumn(table()), null);
    }
    if (!types.containsKey(name)) {
      String message =
          "cannot find column \"%s\" in table %s; %s".formatted(name, table(), hint(name));
      throw source.refused(place, message, new UnknownNameException(name, message));
    }
  }

  private String hint(String name) {
    return types.keySet().stream()
        .filter(column -> SyntaxErrors.isNear(name, column))
        .findFirst()
        .map(column -> "did you mean " + column + "?")
        .orElse("its columns are " + String.join(", ", types.keySet()));
  }

  @Override
  public void condition(Condition condition, Token place) {
    Type type = types.get(condition.column());
    if (type != null) {
      try {
        condition.check(type);
      } catch (KeyException e) {
        throw source.refused(place, e.getMessage() + quoted(type, place), e);
      }
    }
  }

  @Override
  public @Nullable Type typeOf(String column) {
    return types.get(column);
  }

  /** The value of the column's type that stands in a statement. */
  @Nullable Object convert(String column, CqlParser.ValueContext context, Values values) {
    return convert(column, types.get(column), context, values);
  }

  /** The value of a type, for a column or a part of it, that stands in a statement. */
  @Nullable Object convert(
      String column, @Nullable Type type, CqlParser.ValueContext context, Values values) {
    return convert("cannot set ", column, type, context, values);
  }

  /** A key of a map that stands in a statement, for a value that is read. */
  @Nullable Object key(String column, Type type, CqlParser.ValueContext context, Values values) {
    return convert("cannot read a key of ", column, type, context, values);
  }

  private @Nullable Object convert(
      String doing,
      String column,
      @Nullable Type type,
      CqlParser.ValueContext context,
      Values values) {
    Object value = values.of(context, type);
    if (type == null || value == null) {
      return value;
    }
    try {
      if (value instanceof String json && column.equals(DocumentTable.DOCUMENT)) {
        return document(json, type);
      }
      return type.convert(value);
    } catch (IllegalArgumentException e) {
      throw source.refused(context.getStart(), doing + column + ": " + e.getMessage(), null);
    } catch (KeyException e) {
      String hint = quoted(type, context.getStart());
      throw source.refused(context.getStart(), doing + column + ": " + e.getMessage() + hint, e);
    }
  }

  /** The columns outside the primary key that a statement can set. */
  List<String> settable() {
    List<String> key = definition.keyColumns();
    return definition.columns().stream()
        .filter(column -> !column.isDerived() && !key.contains(column.name()))
        .map(ColumnDefinition::name)
        .toList();
  }

  /**
   * The value that is stored for a text of a column: of a document its stored form.
   *
   * @throws IllegalArgumentException for a text that is no document
   */
  Object stored(String column, String text) {
    Type type = type(column);
    return column.equals(DocumentTable.DOCUMENT) ? document(text, type) : type.convert(text);
  }

  @Override
  public @Nullable Object element(String column, CqlParser.ValueContext context, Values values) {
    Type type = type(column);
    Object value = values.of(context, type);
    try {
      return value == null ? null : type.convert(value);
    } catch (IllegalArgumentException | KeyException e) {
      throw source.refused(
          context.getStart(),
          "cannot compare %s with others at once: %s; compare it alone"
              .formatted(column, e.getMessage()),
          e);
    }
  }

  /** The stored form of a document in JSON, in a document table. */
  private Object document(String json, Type type) {
    return DocumentTable.of(definition)
        .flatMap(table -> DocumentTable.reader().map(reader -> reader.json(table)))
        .<Object>map(documents -> documents.document(json))
        .orElseGet(() -> type.convert(json));
  }

  /** What to do with a number between quotes; empty for anything else. */
  private static String quoted(Type type, Token value) {
    if (value.getType() != CqlLexer.TEXT || !Number.class.isAssignableFrom(type.valueClass())) {
      return "";
    }
    String text = Parsed.text(value);
    return NUMBER.matcher(text).matches() ? "; write it without quotes: " + text : "";
  }
}
