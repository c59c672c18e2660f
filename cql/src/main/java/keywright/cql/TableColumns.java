package keywright.cql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import keywright.cql.grammar.CqlLexer;
import keywright.cql.grammar.CqlParser;
import keywright.key.Column;
import keywright.key.ComputedPart;
import keywright.key.Condition;
import keywright.key.KeyException;
import keywright.key.Type;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DocumentPath;
import keywright.table.model.DocumentTable;
import keywright.table.model.Expression;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.UnknownNameException;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** The columns of one table, compared with the names and literals of a statement. */
final class TableColumns implements Conditions.Checks {
  /** A number as a statement may have it; "000123" is one. */
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

  private static final Type JSON = Type.parse("text");

  private final Source source;
  private final TableDefinition definition;
  private final String qualified;
  private final boolean hasDocuments;
  private final Map<String, Type> types = new LinkedHashMap<>();
  private final Map<String, ComputedPart> computed = new LinkedHashMap<>();

  /** The names that were looked up, by where they stand in the statement. */
  private final Map<CqlParser.ColumnNameContext, String> names = new ConcurrentHashMap<>();

  private volatile @Nullable Expression computedId;
  private volatile boolean isIdKnown;

  private final Map<CqlParser.FieldContext, Field> fields = new ConcurrentHashMap<>();

  TableColumns(Source source, TableDefinition definition) {
    this.source = source;
    this.definition = definition;
    this.qualified = Names.qualified(definition.name());
    this.hasDocuments = DocumentTable.of(definition).isPresent();
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

  /** All columns of the table, with the types that they have in a result. */
  List<Column> all() {
    return types.entrySet().stream()
        .map(
            column ->
                new Column(
                    column.getKey(), isDocument(column.getKey()) ? JSON : column.getValue(), true))
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
    return names.computeIfAbsent(context, this::checkedName);
  }

  /** The name of a column of the table, for a clause that reads neither paths nor keys of maps. */
  String name(CqlParser.FieldContext context) {
    Field field = field(context);
    if (field.path() != null) {
      String path = field.path().path();
      throw source.unreadable(
          context.getStart(),
          "found %s, a path of the documents of %s whose type is not declared, expected a column; declare it: ALTER TABLE %s ADD name type FROM '%s'"
              .formatted(path, table(), Names.quoteQualified(table()), path.replace("'", "''")));
    }
    if (field.key() != null) {
      throw source.unreadable(
          field.key().getStart(),
          "found '[' after column %s, expected the column alone; only SELECT and WHERE read the value of a key"
              .formatted(field.column()));
    }
    return field.column();
  }

  /**
   * What a SELECT returns of each row: a field, a computed part of the primary key, or the {@code
   * _id} that is computed from the key.
   */
  Field selected(CqlParser.FieldContext context) {
    String name = Parsed.name(context.columnName().name());
    boolean isComputed =
        computed.containsKey(name) || (name.equals(DocumentTable.ID) && computedId() != null);
    return isComputed && context.fieldStep().isEmpty() ? Field.ofColumn(name) : field(context);
  }

  /** The {@code _id} that is computed from the key; null if the table does not compute it. */
  @Nullable Expression computedId() {
    if (!isIdKnown) {
      computedId =
          DocumentTable.of(definition)
              .map(DocumentTable::ids)
              .map(Expression.DocumentId::new)
              .orElse(null);
      isIdKnown = true;
    }
    return computedId;
  }

  /** Whether a column has the documents of a document table, which are JSON in a statement. */
  boolean isDocument(String column) {
    return column.equals(DocumentTable.DOCUMENT) && hasDocuments;
  }

  @Override
  public String column(CqlParser.ColumnNameContext context) {
    return name(context);
  }

  @Override
  public Field field(CqlParser.FieldContext context) {
    return fields.computeIfAbsent(context, this::checkedField);
  }

  private Field checkedField(CqlParser.FieldContext context) {
    String name = Parsed.name(context.columnName().name());
    boolean isTable = !types.containsKey(name) && name.equals(Names.unqualified(table()));
    if (isTable && !context.fieldStep().isEmpty() && context.fieldStep(0).name() != null) {
      throw source.unreadable(
          context.fieldStep(0).getStart(),
          "found '.' after the name of the table, expected the name of a column before it; "
              + Dialects.NO_TABLE_NAMES
              + (types.containsKey(DocumentTable.DOCUMENT)
                  ? ", and a path that begins with this name is document." + context.getText()
                  : ""));
    }
    boolean isDocument = name.equals(DocumentTable.DOCUMENT) && !context.fieldStep().isEmpty();
    boolean isColumn = types.containsKey(name) && !isDocument;
    if (isColumn || computed.containsKey(name) || DocumentTable.of(definition).isEmpty()) {
      String remedy =
          isColumn && types.containsKey(DocumentTable.DOCUMENT)
              ? "a path of the document that begins with the name of a column is written document."
                  + context.getText()
              : "only document tables have paths";
      return Field.withoutPath(source, context, name(context.columnName()), remedy);
    }
    List<Object> steps = new ArrayList<>();
    if (!isDocument) {
      steps.add(fieldName(context.columnName().name()));
    }
    context.fieldStep().forEach(step -> steps.add(step(step)));
    DocumentPath path = DocumentPath.of(DocumentTable.DOCUMENT, steps);
    if (DocumentTable.ID.equals(path.firstField())) {
      throw source.unreadable(
          context.getStart(),
          "found %s, which no stored document has, expected a column or another path; %s"
              .formatted(
                  path.path(),
                  types.containsKey(DocumentTable.ID)
                      ? "read the column _id"
                      : "compare the columns from which _id is computed: "
                          + String.join(", ", definition.keyColumns())));
    }
    List<String> derived =
        definition.columns().stream()
            .filter(column -> column.from() != null && path.isSame(column.from()))
            .map(ColumnDefinition::name)
            .toList();
    if (derived.size() > 1) {
      throw source.unreadable(
          context.getStart(),
          "found the path %s, from which the columns %s are derived, expected a path of one column; write the name of a column"
              .formatted(path.path(), String.join(" and ", derived)));
    }
    return derived.isEmpty()
        ? new Field(DocumentTable.DOCUMENT, null, path, null)
        : new Field(derived.get(0), null, null, path.path());
  }

  /** The name of a field of a document as it is written, since such names are case-sensitive. */
  private static String fieldName(CqlParser.NameContext context) {
    return context.QUOTED_NAME() == null ? context.getText() : Parsed.name(context);
  }

  private Object step(CqlParser.FieldStepContext context) {
    if (context.name() != null) {
      String name = fieldName(context.name());
      if (name.isEmpty()) {
        throw source.unreadable(context.name().getStart(), "found an empty name of a field");
      }
      return name;
    }
    String index = context.entryKey().value().getText();
    if (!index.matches("[0-9]{1,9}")) {
      throw source.unreadable(
          context.entryKey().value().getStart(),
          "found %s, expected the index of an element of an array, such as 0".formatted(index));
    }
    return Integer.valueOf(index);
  }

  @Override
  public Condition at(DocumentPath path, Condition condition, Token place) {
    try {
      return DocumentTable.where(path, condition);
    } catch (TableException e) {
      throw source.refused(place, String.valueOf(e.getMessage()), e);
    }
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
        .map(column -> "did you mean " + Names.quote(column) + "?")
        .orElseGet(
            () ->
                "its columns are "
                    + types.keySet().stream().map(Names::quote).collect(Collectors.joining(", ")));
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
      if (value instanceof String json && isDocument(column)) {
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
    return isDocument(column) ? document(text, type) : type.convert(text);
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
