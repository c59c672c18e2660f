package keywright.cql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import keywright.cql.grammar.CqlParser;
import keywright.key.KeyException;
import keywright.key.KeyExpression;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DocumentTable;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.StorageOptions;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * CREATE TABLE, CREATE INDEX and ALTER TABLE … ADD to definitions.
 *
 * <p>It finds the errors of a single clause, with their place in the statement. The module {@code
 * table} checks the whole definition.
 */
final class DefinitionReader {
  private static final Set<String> TEXT = Set.of("text", "varchar");
  private static final String FAMILY_OPTIONS = "compression, ttl (in seconds) or versions";
  private static final String NO_OTHER_KEY =
      "found PRIMARY KEY, expected columns and families; row keys cannot change: create another table with the new key and load the rows into it";

  /** A key part that is written as a path, or as a part of a collection. */
  private static final Pattern PATH =
      Pattern.compile("[A-Za-z_]\\w*(?:\\.[A-Za-z_]\\w*|\\[[^]]*])+");

  private final Parsed<?> parsed;
  private final Source source;
  private final Values values;
  private final Map<String, ColumnDefinition> columns = new LinkedHashMap<>();
  private final Map<String, FamilyDefinition> families = new LinkedHashMap<>();
  private final Set<String> notNull = new HashSet<>();
  private final Set<String> placed = new HashSet<>();
  private final Set<String> declaredFamilies = new HashSet<>();
  private List<KeyPart> primaryKey = List.of();
  private int partitionParts = 1;
  private List<String> leftOut = List.of();
  private List<String> expiring = List.of();

  /** The families that declare a ttl, 0 perhaps. */
  private final Set<String> withTtl = new HashSet<>();

  private long buildRate = Long.MAX_VALUE;

  /** The column from which a path without a column reads; null if there is none. */
  private @Nullable String documents;

  DefinitionReader(Parsed<?> parsed, Values values) {
    this.parsed = parsed;
    this.source = parsed.source();
    this.values = values;
  }

  /** The options of Cassandra that the last table had and that were left out. */
  List<String> leftOut() {
    return leftOut;
  }

  /** The families whose values live as long as default_time_to_live says. */
  List<String> expiring() {
    return expiring;
  }

  /** How many rows in a second the last index shall be built over at most. */
  long buildRate() {
    return buildRate;
  }

  /** Whether a statement leaves the columns of a table that it attaches to the engine. */
  static boolean isWithoutColumns(CqlParser.CreateTableContext context) {
    return context.tableElement().isEmpty();
  }

  /** A table that is attached as the engine describes it: what the statement says beside that. */
  StorageOptions attachedAsItIs(CqlParser.CreateTableContext context) {
    Options options = new Options(source, values, context.options_());
    String unused = options.text("column_names", "plain");
    StorageOptions storage = options.storage();
    options.requireNoOther(
        "only the option that names the table in the engine, such as cassandra.table");
    return storage;
  }

  TableDefinition table(CqlParser.CreateTableContext context) {
    if (isWithoutColumns(context)) {
      throw source.unreadable(
          context.tableName().getStop(),
          "found no columns, expected the columns in parentheses, because no database is open to read the columns from");
    }
    boolean hasDocuments = context.DOCUMENT() != null;
    documents = hasDocuments ? DocumentTable.DOCUMENT : null;
    for (CqlParser.TableElementContext element : context.tableElement()) {
      if (element instanceof CqlParser.ColumnElementContext column) {
        addColumn(column);
      } else if (element instanceof CqlParser.KeyElementContext key) {
        addKey(key.getStart(), key.keyParts());
      }
    }
    if (hasDocuments) {
      addDocument(context);
    }
    for (CqlParser.TableElementContext element : context.tableElement()) {
      if (element instanceof CqlParser.FamilyElementContext family) {
        addFamily(family);
      }
    }
    // The first family is the one every read touches: those that AT alone names come last.
    columns.values().stream()
        .filter(column -> placed.contains(column.name()))
        .forEach(
            column -> families.putIfAbsent(column.family(), FamilyDefinition.of(column.family())));
    if (primaryKey.isEmpty()) {
      throw source.unreadable(
          context.RIGHT_ROUND().getSymbol(),
          "found no PRIMARY KEY, expected PRIMARY KEY (…) or a column with PRIMARY KEY");
    }
    Options options = new Options(source, values, context.options_());
    orderClustering(options);
    KeyFormat format = options.keyFormat();
    String columnNames = options.text("column_names", "short");
    String delimiter =
        hasDocuments
            ? idDelimiter(context, format)
            : options.has(DocumentTable.OPTION) ? options.text(DocumentTable.OPTION, "") : null;
    StorageOptions storage = options.storage().withWrites(options.writes());
    if (delimiter != null) {
      storage = DocumentTable.withDelimiter(storage, delimiter);
    }
    expire(options.number("default_time_to_live", 0, 0, Long.MAX_VALUE));
    leftOut = options.takeCassandraOptions();
    options.requireNoOther(
        "key_format, key_delimiter, column_names, writes, splits, default_time_to_live, comment or compaction; compression, ttl and versions follow a FAMILY");
    markNotNull();
    boolean attached = context.ATTACH() != null;
    if (!columnNames.equals("plain") && (attached || !columnNames.equals("short"))) {
      throw source.unreadable(
          context.getStart(),
          "found column_names '%s', expected %s"
              .formatted(
                  columnNames,
                  attached
                      ? "'plain', because the columns of an attached table keep the names of its other client"
                      : "short or plain"));
    }
    TableDefinition table =
        new TableDefinition(
            parsed.name(context.tableName()),
            List.copyOf(columns.values()),
            primaryKey,
            partitionParts,
            hasDocuments ? KeyFormat.kw1() : format,
            List.copyOf(families.values()),
            List.of(),
            columnNames,
            storage);
    if (hasDocuments) {
      requireDocuments(context, table);
    }
    return attached ? table.asAttached() : table;
  }

  /** Adds the column of the documents: after {@code _id} if that is the first, else in front. */
  private void addDocument(CqlParser.CreateTableContext context) {
    Map<String, ColumnDefinition> declared = new LinkedHashMap<>(columns);
    if (declared.containsKey(DocumentTable.DOCUMENT)) {
      throw source.unreadable(
          context.tableName().getStart(),
          "found column \"document\", expected only _id and columns derived from paths, because a document table has this column without declaring it; leave it out");
    }
    columns.clear();
    ColumnDefinition id = declared.values().iterator().next();
    if (id.name().equals(DocumentTable.ID)) {
      columns.put(id.name(), id);
    }
    columns.put(
        DocumentTable.DOCUMENT, ColumnDefinition.of(DocumentTable.DOCUMENT, Type.parse("blob")));
    columns.putAll(declared);
  }

  /**
   * The text between the parts of ids that are computed; null if the ids are a column. Row keys
   * have the format kw1 in both cases.
   */
  private @Nullable String idDelimiter(CqlParser.CreateTableContext context, KeyFormat format) {
    boolean isComputed = !columns.containsKey(DocumentTable.ID);
    if (isComputed != (format.delimiter() != null)) {
      throw source.unreadable(
          context.tableName().getStart(),
          isComputed
              ? "found no column _id and key_format '%s', expected key_format = 'text' AND key_delimiter = '_' for an _id that is computed from the key, or a column _id"
                  .formatted(format.name())
              : "found a column _id and key_format '%s', expected kw1, because the _id is not computed; leave key_format out"
                  .formatted(format.name()));
    }
    return format.delimiter();
  }

  private void requireDocuments(CqlParser.CreateTableContext context, TableDefinition table) {
    try {
      DocumentTable unused = DocumentTable.require(table);
    } catch (TableException e) {
      throw source.unreadable(context.tableName().getStart(), String.valueOf(e.getMessage()));
    } catch (KeyException e) {
      return; // The checks of a definition say what is wrong with its key.
    }
  }

  /**
   * What ALTER TABLE … ADD adds to {@code table}.
   *
   * @param ifNotExists leaves out what exists already
   */
  TableChange.Add additions(
      TableDefinition table, CqlParser.AdditionsContext context, boolean ifNotExists) {
    documents = DocumentTable.of(table).isPresent() ? DocumentTable.DOCUMENT : null;
    for (CqlParser.TableElementContext element : context.tableElement()) {
      if (element instanceof CqlParser.ColumnElementContext column) {
        addColumn(column);
      } else if (element instanceof CqlParser.KeyElementContext key) {
        throw source.unreadable(key.getStart(), NO_OTHER_KEY);
      }
    }
    for (CqlParser.TableElementContext element : context.tableElement()) {
      if (element instanceof CqlParser.FamilyElementContext family) {
        addFamily(family);
        String name = Parsed.name(family.familyName().name());
        if (family.options_() == null && saysNothingNew(table, families.get(name), ifNotExists)) {
          families.remove(name);
        }
      }
    }
    if (!primaryKey.isEmpty()) {
      throw source.unreadable(context.getStart(), NO_OTHER_KEY);
    }
    markNotNull();
    for (ColumnDefinition column : columns.values()) {
      if (placed.contains(column.name()) && !has(table, column.family())) {
        families.putIfAbsent(column.family(), FamilyDefinition.of(column.family()));
      }
    }
    return new TableChange.Add(
        List.copyOf(columns.values()), List.copyOf(families.values()), ifNotExists);
  }

  /**
   * Whether a family without options is in the table already: it then only says where columns go,
   * or that its field of the documents has a family.
   */
  private static boolean saysNothingNew(
      TableDefinition table, @Nullable FamilyDefinition family, boolean ifNotExists) {
    if (family == null) {
      return false;
    }
    return family.from() == null
        ? has(table, family.name())
        : ifNotExists
            && table.families().stream()
                .anyMatch(f -> f.name().equals(family.name()) && f.isOfSameField(family));
  }

  private static boolean has(TableDefinition table, String family) {
    return family.equals(FamilyDefinition.DEFAULT_NAME)
        || table.families().stream().anyMatch(f -> f.name().equals(family));
  }

  /**
   * An index; one without a name is called by its table and columns, as {@code payment_mode_idx}.
   */
  IndexDefinition index(CqlParser.CreateIndexContext context) {
    Options options = new Options(source, values, context.options_());
    KeyFormat format = options.keyFormat();
    buildRate = options.number("build_rate", Long.MAX_VALUE, 1, Long.MAX_VALUE);
    StorageOptions storage = options.storage();
    options.requireNoOther("key_format, key_delimiter, build_rate or splits");
    List<String> included = new ArrayList<>();
    if (context.include() != null) {
      context.include().columnName().forEach(column -> included.add(Parsed.name(column.name())));
    }
    List<KeyPart> parts = parts(keyParts(context.keyParts()));
    return new IndexDefinition(
            context.indexName() == null
                ? indexName(name(context.tableName()), parts)
                : name(context.indexName()),
            parts,
            format,
            context.UNIQUE() != null,
            included,
            storage)
        .withPartitionParts(partitionParts(context.keyParts()));
  }

  /** The name of an index that is given none, as Cassandra makes it. */
  static String indexName(String table, List<KeyPart> parts) {
    Set<String> names = new LinkedHashSet<>();
    parts.forEach(part -> names.addAll(part.expression().columns()));
    String text = table + "_" + String.join("_", names) + "_idx";
    return text.replaceAll("[^\\p{L}\\p{N}_]", "_");
  }

  /** The name of a table; a keyspace before it is left out. */
  static String name(CqlParser.TableNameContext context) {
    return Parsed.name(context.name(context.name().size() - 1));
  }

  /** The name of an index; a keyspace before it is left out. */
  static String name(CqlParser.IndexNameContext context) {
    return Parsed.name(context.name(context.name().size() - 1));
  }

  private void addColumn(CqlParser.ColumnElementContext context) {
    String name = Parsed.name(context.columnName().name());
    String family = FamilyDefinition.DEFAULT_NAME;
    String storedName = name;
    boolean nullable = false;
    CqlParser.@Nullable ColumnRuleContext from = null;
    Map<String, String> rules = new HashMap<>();
    for (CqlParser.ColumnRuleContext rule : context.columnRule()) {
      String kind = rule.NULL() != null ? "NULL" : rule.getStart().getText();
      String text = rule.NOT() != null ? "NOT NULL" : kind;
      String before = rules.put(kind.toUpperCase(Locale.ROOT), text);
      if (before != null) {
        throw source.unreadable(
            rule.getStart(),
            before.equalsIgnoreCase(text)
                ? "found " + text + " a second time, expected it once"
                : "found "
                    + text
                    + " after "
                    + before
                    + ", expected only one of them; leave one out");
      }
      if (rule.AT() != null) {
        String[] stored = storedPlace(rule.TEXT().getSymbol());
        family = stored[0];
        storedName = stored[1];
        placed.add(name);
      } else if (rule.FROM() != null) {
        from = rule;
      } else if (rule.NOT() != null) {
        notNull.add(name);
      } else if (rule.NULL() != null) {
        nullable = true;
      } else {
        addKey(rule.getStart(), null);
        primaryKey = List.of(KeyPart.asc(KeyExpression.column(name)));
      }
    }
    ColumnDefinition column =
        new ColumnDefinition(name, type(context), nullable, family, storedName);
    if (from != null) {
      column = derived(column, from);
    }
    if (columns.put(name, column) != null) {
      throw source.unreadable(
          context.getStart(), "found column \"" + name + "\" a second time, expected another name");
    }
  }

  private ColumnDefinition derived(ColumnDefinition column, CqlParser.ColumnRuleContext from) {
    if (placed.contains(column.name())) {
      throw source.unreadable(
          from.getStart(),
          "found FROM after AT, expected one of them, because a derived column is not stored");
    }
    String document = from.columnName() == null ? documents : Parsed.name(from.columnName().name());
    if (document == null) {
      throw source.unreadable(
          from.TEXT().getSymbol(),
          "found a path without a column in front of it, expected the column that holds the documents, as in FROM doc 'customer.id'; only a document table has a column for them without declaring it");
    }
    try {
      return column.derivedFrom(document, Parsed.text(from.TEXT().getSymbol()));
    } catch (TableException e) {
      throw source.unreadable(from.TEXT().getSymbol(), String.valueOf(e.getMessage()));
    }
  }

  private Type type(CqlParser.ColumnElementContext column) {
    CqlParser.TypeContext context = column.type();
    requireSupported(context);
    try {
      return parsed.read(context, Type::parse);
    } catch (CqlException e) {
      if (!column.columnName().getText().equalsIgnoreCase("FAMILY")) {
        throw e;
      }
      throw source.unreadable(
          context.getStart(),
          "found '%1$s', expected the type of a column called family, or a family and its columns; write FAMILY %1$s ()"
              .formatted(context.getText()));
    }
  }

  /** A type outside of a definition. */
  Type type(CqlParser.TypeContext context) {
    requireSupported(context);
    return parsed.read(context, Type::parse);
  }

  private void requireSupported(CqlParser.TypeContext context) {
    context.type().forEach(this::requireSupported);
    CqlParser.NameContext name = context.typeName().name();
    String instead = name == null ? null : Unsupported.insteadOfType(Parsed.name(name));
    if (instead != null) {
      throw source.unreadable(
          context.getStart(),
          "found type '%s', which is not supported; %s"
              .formatted(context.getStart().getText(), instead));
    }
    if (context.round() != null
        && TEXT.contains(context.typeName().getText().toLowerCase(Locale.ROOT))) {
      throw source.unreadable(
          context.round().getStart(),
          "found a length, expected none, because a text has no maximum length; write "
              + context.typeName().getText());
    }
  }

  /** Family and name from {@code 'family:name'}. */
  private String[] storedPlace(Token text) {
    String place = Parsed.text(text);
    int colon = place.indexOf(':');
    if (colon <= 0 || colon == place.length() - 1) {
      throw source.unreadable(text, "found '" + place + "', expected 'family:name'");
    }
    return new String[] {place.substring(0, colon), place.substring(colon + 1)};
  }

  private void addKey(Token place, CqlParser.@Nullable KeyPartsContext context) {
    if (!primaryKey.isEmpty()) {
      throw source.unreadable(place, "found PRIMARY KEY a second time, expected it once");
    }
    if (context != null) {
      primaryKey = parts(keyParts(context));
      partitionParts = partitionParts(context);
    }
  }

  /** The parts of a key, those of an inner group first. */
  static List<CqlParser.KeyPartContext> keyParts(CqlParser.KeyPartsContext context) {
    return context instanceof CqlParser.GroupedKeyContext key
        ? key.keyPart()
        : ((CqlParser.PlainKeyContext) context).keyPart();
  }

  /** How many parts the inner group of a key has; 1 without one. */
  private int partitionParts(CqlParser.KeyPartsContext context) {
    if (!(context instanceof CqlParser.GroupedKeyContext key)) {
      return 1;
    }
    // The parts of the group stand before its closing parenthesis.
    int close = key.RIGHT_ROUND(0).getSymbol().getTokenIndex();
    return parts(key.keyPart().stream().filter(p -> p.getStart().getTokenIndex() < close).toList())
        .size();
  }

  private List<KeyPart> parts(List<CqlParser.KeyPartContext> contexts) {
    List<KeyPart> parts = new ArrayList<>();
    for (CqlParser.KeyPartContext context : contexts) {
      String text = context.getText();
      if (PATH.matcher(text).matches()) {
        throw source.unreadable(
            context.getStart(),
            "found %s, expected columns and expressions as the parts of a key; declare a path of documents as a column: name type FROM 'path', in an existing table by ALTER TABLE … ADD"
                .formatted(text));
      }
      parts.addAll(parsed.read(context, KeyPart::parseList));
    }
    return parts;
  }

  private void addFamily(CqlParser.FamilyElementContext context) {
    String name = Parsed.name(context.familyName().name());
    Options options = new Options(source, values, context.options_());
    FamilyDefinition standard = FamilyDefinition.of(name);
    if (options.has("ttl")) {
      withTtl.add(name);
    }
    FamilyDefinition family =
        new FamilyDefinition(
            name,
            compression(options, standard.compression()),
            options.number("ttl", standard.ttlSeconds(), 0, Long.MAX_VALUE),
            (int) options.number("versions", standard.versions(), 1, Integer.MAX_VALUE));
    options.requireNoOther(FAMILY_OPTIONS);
    if (!declaredFamilies.add(name)) {
      throw source.unreadable(
          context.getStart(), "found FAMILY " + name + " a second time, expected each family once");
    }
    CqlParser.FamilyContentContext content = context.familyContent();
    if (content.FROM() != null) {
      families.put(name, ofField(family, content));
      return;
    }
    families.put(name, family);
    for (CqlParser.ColumnNameContext columnName : content.columnName()) {
      addToFamily(columnName, name);
    }
  }

  private FamilyDefinition ofField(
      FamilyDefinition family, CqlParser.FamilyContentContext content) {
    String document =
        content.columnName().isEmpty() ? documents : Parsed.name(content.columnName(0).name());
    if (document == null) {
      throw source.unreadable(
          content.TEXT().getSymbol(),
          "found a family FROM a path in a table without documents, expected columns in parentheses, or CREATE DOCUMENT TABLE");
    }
    try {
      return family.ofField(document, Parsed.text(content.TEXT().getSymbol()));
    } catch (TableException e) {
      throw source.unreadable(content.TEXT().getSymbol(), String.valueOf(e.getMessage()));
    }
  }

  /** What ALTER TABLE … ALTER FAMILY changes. */
  TableChange.Family change(CqlParser.FamilyAlterationContext context) {
    Options options = new Options(source, values, context.options_());
    TableChange.Family change =
        new TableChange.Family(
            Parsed.name(context.familyName().name()),
            options.has("compression") ? compression(options, "") : null,
            options.has("ttl") ? (Long) options.number("ttl", 0, 0, Long.MAX_VALUE) : null,
            options.has("versions")
                ? (Integer) (int) options.number("versions", 1, 1, Integer.MAX_VALUE)
                : null);
    options.requireNoOther(FAMILY_OPTIONS);
    return change;
  }

  private static String compression(Options options, String standard) {
    String compression = options.text("compression", standard);
    return compression.equals("off") ? "none" : compression;
  }

  /** Cassandra's lifetime of a table is that of each family that declares none. */
  private void expire(long seconds) {
    if (seconds == 0) {
      return;
    }
    String first = FamilyDefinition.DEFAULT_NAME;
    boolean outside =
        columns.values().stream()
            .anyMatch(column -> column.family().equals(first) && !column.isDerived());
    if (outside && !families.containsKey(first)) {
      Map<String, FamilyDefinition> declared = new LinkedHashMap<>(families);
      families.clear();
      families.put(first, FamilyDefinition.of(first));
      families.putAll(declared);
    }
    expiring =
        families.values().stream()
            .map(FamilyDefinition::name)
            .filter(family -> !withTtl.contains(family))
            .toList();
    for (String name : expiring) {
      families.computeIfPresent(name, (same, family) -> family.withTtlSeconds(seconds));
    }
  }

  private void addToFamily(CqlParser.ColumnNameContext context, String family) {
    String name = Parsed.name(context.name());
    ColumnDefinition column = columns.get(name);
    if (column == null) {
      throw source.unreadable(
          context.getStart(),
          "found column \"%s\", expected one of %s"
              .formatted(name, String.join(", ", columns.keySet())));
    }
    if (column.isDerived()) {
      throw source.unreadable(
          context.getStart(),
          "found the derived column \"%s\" in family %s, expected only stored columns; leave it out: it is in the family of its document"
              .formatted(name, family));
    }
    if (!placed.add(name) && !column.family().equals(family)) {
      throw source.unreadable(
          context.getStart(),
          "found column \"%s\" in family %s, expected it only in %s, where it is declared already"
              .formatted(name, family, column.family()));
    }
    columns.put(name, column.inFamily(family));
  }

  /** Cassandra's CLUSTERING ORDER BY gives parts their direction; here the parts have it. */
  private void orderClustering(Options options) {
    Map<String, Boolean> directions = new HashMap<>();
    for (CqlParser.OrderContext order : options.clustering()) {
      String column = Parsed.name(order.field().columnName().name());
      if (!order.field().fieldStep().isEmpty()) {
        throw source.unreadable(
            order.field().fieldStep(0).getStart(),
            "found '%s' in CLUSTERING ORDER BY, expected the name of a key part alone"
                .formatted(order.field().fieldStep(0).getStart().getText()));
      }
      if (primaryKey.stream().noneMatch(part -> isNamed(part, column))) {
        throw source.unreadable(
            order.getStart(),
            "found \"%s\" in CLUSTERING ORDER BY, expected a key part: a column of the key, or the name of a part after AS"
                .formatted(column));
      }
      directions.put(column, order.DESC() != null);
    }
    options.clustering().clear();
    directions.forEach(
        (name, descending) ->
            primaryKey =
                primaryKey.stream()
                    .map(
                        part ->
                            isNamed(part, name)
                                ? new KeyPart(
                                    part.expression(),
                                    part.descending() || descending,
                                    part.nulls(),
                                    part.alias())
                                : part)
                    .toList());
  }

  private static boolean isNamed(KeyPart part, String name) {
    return name.equals(part.alias()) || part.expression().equals(KeyExpression.column(name));
  }

  /** Columns of the primary key are NOT NULL as they are; others when it is written. */
  private void markNotNull() {
    Set<String> keyColumns = new HashSet<>();
    primaryKey.forEach(part -> keyColumns.addAll(part.expression().columns()));
    columns.replaceAll(
        (name, column) ->
            notNull.contains(name) && !keyColumns.contains(name) ? column.asNotNull() : column);
  }
}
