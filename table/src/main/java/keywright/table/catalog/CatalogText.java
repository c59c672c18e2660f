package keywright.table.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import keywright.key.Column;
import keywright.key.ErrorCode;
import keywright.key.KeyException;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.table.layout.CatalogEntry;
import keywright.table.layout.EngineColumns;
import keywright.table.layout.Generations;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DatabaseUser;
import keywright.table.model.DocumentPath;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.IndexDefinition.Completion;
import keywright.table.model.Names;
import keywright.table.model.Splits;
import keywright.table.model.StorageOptions;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.Writes;
import org.jspecify.annotations.Nullable;

/**
 * Converts a catalog entry to text and back. The text has one statement per line, {@code kind
 * name='value' …}; a quote in a value is written twice.
 *
 * <pre>
 * table name='log' format='1' key_format='kw1' partition_parts='1' column_names='short' bucket_hash='xxh64' next_column_id='3'
 * column id='1' declared='host text' family='d' stored='host'
 * column id='2' declared='at timestamp' family='d' stored='at' column='at_2'
 * derived_column id='3' declared='level int' document='line' path='level'
 * not_null column='line'
 * part declared='host' column='host'
 * part declared='at DESC' column='at'
 * family name='d' compression='lz4' ttl_seconds='0' versions='1'
 * document_family name='f' compression='lz4' ttl_seconds='0' versions='1' id='4' document='line' path='tags'
 * index name='log_by_time' state='readable' key_format='kw1'
 * index_part index='log_by_time' declared='at'
 * index_unique index='log_by_time'
 * index_include index='log_by_time' column='line'
 * index_key_parts index='log_by_time'
 * index_partition index='log_by_time' parts='2'
 * split at='''m'''
 * index_splits index='log_by_time' regions='8'
 * note name='comment' value='''lines of hosts'''
 * writes value='exact'
 * floor version='1700000000000000'
 * load ceiling='1700000060000000'
 * keyspace name='shop'
 * generation value='4'
 * index_generation index='log_by_time' value='7'
 * replaced name='log#2'
 * verify at='1700000000000'
 * </pre>
 *
 * <p>A table of a keyspace has its keyspace in its name and the format 2: {@code table
 * name='shop.log' format='2' …}. Releases in which a database had one keyspace wrote the format 1
 * and a line {@code keyspace} instead, and refuse the format 2. Entries of theirs stay as they are.
 *
 * <p>The users of the database, and the names of its keyspaces, are texts of their own:
 *
 * <pre>
 * users format='1'
 * user name='anna' role='write' password='$2a$10$…'
 *
 * keyspaces format='1'
 * keyspace name='shop'
 * </pre>
 *
 * <p>Later releases may add kinds and fields. A new field has a default. A reader refuses an
 * unknown kind, and a {@code format} that is higher than it knows.
 */
public final class CatalogText {
  private static final String FORMAT = "1";
  private static final String FORMAT_IN_KEYSPACE = "2";
  private static final String BUCKET_HASH = "xxh64";

  private CatalogText() {}

  public static String write(CatalogEntry entry) {
    TableDefinition table = entry.definition();
    Statements out = new Statements();
    out.line("table")
        .field("name", entry.storedName())
        .field("format", formatOf(entry.storedName()));
    out.format(table.format())
        .field("partition_parts", table.partitionParts())
        .field("column_names", table.columnNames())
        .field("bucket_hash", BUCKET_HASH)
        .field("next_column_id", entry.nextColumnId());
    for (ColumnDefinition column : table.columns()) {
      DocumentPath from = column.from();
      // A kind of its own: a reader that does not know it must not write rows without its entries.
      out.line(from == null ? "column" : "derived_column")
          .field("id", entry.columnId(column.name()))
          .field("declared", new Column(column.name(), column.type(), column.nullable()));
      if (from == null) {
        out.field("family", column.family())
            .field("stored", column.storedName())
            .column(entry.engineColumns().names().get(entry.columnId(column.name())));
      } else {
        out.field("document", from.column()).field("path", from.path());
      }
      if (column.notNull()) {
        out.line("not_null").field("column", column.name());
      }
    }
    List<String> keyNames = entry.engineColumns().keyNames();
    for (int part = 0; part < table.primaryKey().size(); part++) {
      out.line("part")
          .field("declared", table.primaryKey().get(part))
          .column(keyNames.isEmpty() ? null : keyNames.get(part));
    }
    write(out, table.storage(), "", "");
    for (FamilyDefinition family : table.families()) {
      DocumentPath from = family.from();
      // A kind of its own: a reader that does not know it must not write undivided documents.
      out.line(from == null ? "family" : "document_family")
          .field("name", family.name())
          .field("compression", family.compression())
          .field("ttl_seconds", family.ttlSeconds())
          .field("versions", family.versions());
      if (from != null) {
        out.field("id", entry.columnId(from.toString()))
            .field("document", from.column())
            .field("path", from.path())
            .column(entry.engineColumns().names().get(entry.columnId(from.toString())));
      }
    }
    for (IndexDefinition index : table.indexes()) {
      out.line("index")
          .field("name", index.name())
          .field("state", entry.isReadable(index.name()) ? "readable" : "write_only")
          .format(index.format());
      for (KeyPart part : index.parts()) {
        out.line("index_part").field("index", index.name()).field("declared", part);
      }
      if (index.unique()) {
        out.line("index_unique").field("index", index.name());
      }
      for (String column : index.included()) {
        out.line("index_include").field("index", index.name()).field("column", column);
      }
      write(out, index.storage(), "index_", index.name());
      if (index.completion() == Completion.KEY_PARTS && index.format().delimiter() != null) {
        out.line("index_key_parts").field("index", index.name());
      }
      if (index.partitionParts() > 1) {
        out.line("index_partition")
            .field("index", index.name())
            .field("parts", index.partitionParts());
      }
    }
    List<String> ofFamilies =
        table.documentFamilies().stream().map(family -> String.valueOf(family.from())).toList();
    // Columns of random(n) parts are declared by the part; their ids are kept here.
    entry
        .columnIds()
        .forEach(
            (name, id) -> {
              if (table.column(name).isEmpty() && !ofFamilies.contains(name)) {
                out.line("random_column").field("id", id).field("name", name);
              }
            });
    if (entry.gcWatermark() > 0) {
      out.line("floor").field("version", entry.gcWatermark());
    }
    if (entry.isBeingFilled()) {
      out.line("load").field("ceiling", entry.ceiling());
    }
    if (!entry.keyspace().isEmpty()) {
      out.line("keyspace").field("name", entry.keyspace());
    }
    new TreeMap<>(entry.generations().current())
        .forEach(
            (index, generation) -> {
              if (generation > 0) {
                out.line(index.isEmpty() ? "generation" : "index_generation")
                    .index(index)
                    .field("value", generation);
              }
            });
    for (String name : new TreeSet<>(entry.generations().replaced())) {
      out.line("replaced").field("name", name);
    }
    if (entry.verifyAtMillis() > 0) {
      out.line("verify").field("at", entry.verifyAtMillis());
    }
    return out.toString();
  }

  /** The format of the entry of a table. */
  private static String formatOf(String name) {
    return Names.keyspace(name).isEmpty() ? FORMAT : FORMAT_IN_KEYSPACE;
  }

  /** Writes the storage options of a table or an index as separate statements. */
  private static void write(Statements out, StorageOptions storage, String kind, String index) {
    Splits splits = storage.splits();
    if (splits.regions() > 0) {
      out.line(kind + "splits").index(index).field("regions", splits.regions());
    }
    for (String start : splits.starts()) {
      out.line(kind + "split").index(index).field("at", start);
    }
    storage
        .engine()
        .forEach(
            (name, value) ->
                out.line(kind + "option").index(index).field("name", name).field("value", value));
    storage
        .notes()
        .forEach(
            (name, value) ->
                out.line(kind + "note").index(index).field("name", name).field("value", value));
    if (storage.writes() != null) {
      out.line("writes").field("value", storage.writes());
    }
  }

  /**
   * Parses a text that {@link #write} has written.
   *
   * @return the catalog entry
   * @throws TableException for any other text
   */
  public static CatalogEntry read(String text) {
    Reader reader = new Reader();
    try {
      for (Map<String, String> statement : statements(text)) {
        reader.take(statement);
      }
      return requireWhole(reader.entry());
    } catch (KeyException e) {
      throw damaged("a declaration that contradicts itself (" + e.getMessage() + ")");
    }
  }

  /** Refuses an entry whose statements contradict each other. */
  private static CatalogEntry requireWhole(CatalogEntry entry) {
    TableDefinition table = entry.definition();
    requireOnce("column", table.columns().stream().map(ColumnDefinition::name));
    requireOnce("family", table.families().stream().map(FamilyDefinition::name));
    requireOnce(
        "stored column",
        table.columns().stream()
            .filter(column -> !column.isDerived())
            .map(column -> column.family() + ":" + column.storedName()));
    requireOnce("column id", entry.columnIds().values().stream());
    Set<String> families = new HashSet<>();
    table.allFamilies().forEach(family -> families.add(family.name()));
    for (ColumnDefinition column : table.columns()) {
      if (!families.contains(column.family())) {
        throw damaged(
            "column %s in family %s, which the table does not have"
                .formatted(Names.quote(column.name()), column.family()));
      }
    }
    for (Column column : table.allColumns()) {
      requireId(entry, column.name());
    }
    for (FamilyDefinition family : table.documentFamilies()) {
      DocumentPath from = Objects.requireNonNull(family.from());
      if (!from.isOneField() || table.column(from.column()).isEmpty()) {
        throw damaged("family %s from %s, which is no field".formatted(family.name(), from));
      }
    }
    for (ColumnDefinition column : table.columns()) {
      DocumentPath from = column.from();
      if (from != null
          && table.column(from.column()).filter(document -> !document.isDerived()).isEmpty()) {
        throw damaged(
            "column %s from %s, which is no stored column"
                .formatted(Names.quote(column.name()), Names.quote(from.column())));
      }
    }
    EngineColumns columns = entry.engineColumns();
    if (!columns.equals(EngineColumns.DERIVED)
        && columns.keyNames().size() != table.primaryKey().size()) {
      throw damaged("key parts without column names");
    }
    KeySchema primaryKey = table.primaryKeySchema();
    for (IndexDefinition index : table.indexes()) {
      KeySchema unused = index.schema(primaryKey);
      index.included().forEach(column -> requireId(entry, column));
    }
    return entry;
  }

  private static void requireId(CatalogEntry entry, String column) {
    if (!entry.columnIds().containsKey(column)) {
      throw damaged("column " + Names.quote(column) + " without an id");
    }
  }

  private static void requireOnce(String what, Stream<?> names) {
    Set<Object> seen = new HashSet<>();
    names.forEach(
        name -> {
          if (!seen.add(name)) {
            throw damaged("%s %s twice".formatted(what, name));
          }
        });
  }

  /** Writes the users of a database, of which there is at least one. */
  static String writeUsers(List<DatabaseUser> users) {
    Statements out = new Statements();
    out.line("users").field("format", FORMAT);
    users.stream()
        .sorted(Comparator.comparing(DatabaseUser::name))
        .forEach(
            user ->
                out.line("user")
                    .field("name", user.name())
                    .field("role", user.role())
                    .field("password", user.passwordHash()));
    return out.toString();
  }

  /**
   * Parses a text that {@link #writeUsers} has written.
   *
   * @throws TableException for any other text
   */
  static List<DatabaseUser> readUsers(String text) {
    List<Map<String, String>> statements = statements(text);
    Map<String, String> head = statements.isEmpty() ? Map.of("", "") : statements.get(0);
    if (!Reader.get(head, "").equals("users") || !Reader.get(head, "format").equals(FORMAT)) {
      throw new TableException(
          ErrorCode.UNREADABLE,
          "cannot read the users of the database: found an unknown format, expected format %s; open it with a newer Keywright"
              .formatted(FORMAT));
    }
    List<DatabaseUser> users = new ArrayList<>();
    for (Map<String, String> fields : statements.subList(1, statements.size())) {
      if (!Reader.get(fields, "").equals("user")) {
        throw damaged("'" + Reader.get(fields, "") + "' among the users");
      }
      try {
        DatabaseUser.Role role = DatabaseUser.Role.of(Reader.get(fields, "role"));
        users.add(
            new DatabaseUser(Reader.get(fields, "name"), role, Reader.get(fields, "password")));
      } catch (TableException e) {
        throw damaged("a user that no release has written");
      }
    }
    requireOnce("user", users.stream().map(DatabaseUser::name));
    return List.copyOf(users);
  }

  /** Writes the names of keyspaces, of which there is at least one. */
  static String writeKeyspaces(Collection<String> names) {
    Statements out = new Statements();
    out.line("keyspaces").field("format", FORMAT);
    names.forEach(name -> out.line("keyspace").field("name", name));
    return out.toString();
  }

  /**
   * Parses a text that {@link #writeKeyspaces} has written.
   *
   * @throws TableException for any other text
   */
  static List<String> readKeyspaces(String text) {
    List<Map<String, String>> statements = statements(text);
    Map<String, String> head = statements.isEmpty() ? Map.of("", "") : statements.get(0);
    if (!Reader.get(head, "").equals("keyspaces") || !Reader.get(head, "format").equals(FORMAT)) {
      throw new TableException(
          ErrorCode.UNREADABLE,
          "cannot read the keyspaces of the database: found an unknown format, expected format %s; open it with a newer Keywright"
              .formatted(FORMAT));
    }
    List<String> names = new ArrayList<>();
    for (Map<String, String> fields : statements.subList(1, statements.size())) {
      if (!Reader.get(fields, "").equals("keyspace")) {
        throw damaged("'" + Reader.get(fields, "") + "' among the keyspaces");
      }
      names.add(Reader.get(fields, "name"));
    }
    requireOnce("keyspace", names.stream());
    return List.copyOf(names);
  }

  private static final class Statements {
    private final StringBuilder text = new StringBuilder();

    Statements line(String kind) {
      text.append(text.isEmpty() ? "" : "\n").append(kind);
      return this;
    }

    Statements field(String name, Object value) {
      text.append(' ').append(name).append("='");
      text.append(value.toString().replace("'", "''")).append('\'');
      return this;
    }

    Statements index(String name) {
      return name.isEmpty() ? this : field("index", name);
    }

    /** The name that a column has in the engine; null when it follows from the declaration. */
    Statements column(@Nullable String name) {
      return name == null ? this : field("column", name);
    }

    Statements format(KeyFormat format) {
      field("key_format", format.name());
      String delimiter = format.delimiter();
      return delimiter == null ? this : field("key_delimiter", delimiter);
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }

  /** The statements in order, each a map of its fields with its kind under the empty name. */
  private static List<Map<String, String>> statements(String text) {
    List<Map<String, String>> statements = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      Map<String, String> fields = new LinkedHashMap<>();
      int end = at;
      while (end < text.length() && text.charAt(end) != ' ' && text.charAt(end) != '\n') {
        end++;
      }
      fields.put("", text.substring(at, end));
      at = end;
      while (at < text.length() && text.charAt(at) == ' ') {
        int equals = text.indexOf("='", at);
        if (equals < 0) {
          throw damaged("a field without a value at character " + at);
        }
        StringBuilder value = new StringBuilder();
        int next = unquote(text, equals + 2, value);
        fields.put(text.substring(at + 1, equals), value.toString());
        at = next;
      }
      if (at < text.length() && text.charAt(at) != '\n') {
        throw damaged("'" + text.charAt(at) + "' at character " + at);
      }
      at++;
      statements.add(fields);
    }
    return statements;
  }

  private static int unquote(String text, int start, StringBuilder value) {
    for (int at = start; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c != '\'') {
        value.append(c);
      } else if (at + 1 < text.length() && text.charAt(at + 1) == '\'') {
        value.append(c);
        at++;
      } else {
        return at + 1;
      }
    }
    throw damaged("a quote at character " + start + " that is not closed");
  }

  /** The error for a text that {@link #write} cannot have written. */
  static TableException damaged(String found) {
    return new TableException(
        ErrorCode.UNREADABLE,
        "cannot read the catalog: found %s, expected an entry that Keywright has written; restore the database from a backup, or open it with the release that wrote it"
            .formatted(found.replace("\n", "\\n")));
  }

  private static final class Reader {
    private Map<String, String> head = Map.of();
    private final List<ColumnDefinition> columns = new ArrayList<>();
    private final Map<String, Integer> ids = new LinkedHashMap<>();
    private final List<KeyPart> primaryKey = new ArrayList<>();

    /** The names of key columns in the engine. */
    private final List<String> keyNames = new ArrayList<>();

    private final Map<Integer, String> names = new HashMap<>();
    private final List<FamilyDefinition> families = new ArrayList<>();
    private final Map<String, Map<String, String>> indexes = new LinkedHashMap<>();
    private final Map<String, List<KeyPart>> indexParts = new LinkedHashMap<>();
    private final Set<String> uniqueIndexes = new HashSet<>();
    private final Set<String> completedByParts = new HashSet<>();
    private final Map<String, Integer> partitions = new HashMap<>();
    private final Map<String, List<String>> included = new HashMap<>();

    /** By the name of the index; the number of the table has the empty name. */
    private final Map<String, Integer> regions = new HashMap<>();

    private final Map<String, List<String>> starts = new HashMap<>();
    private final Map<String, Map<String, String>> options = new HashMap<>();
    private final Map<String, Map<String, String>> notes = new HashMap<>();
    private @Nullable Writes writes;
    private long gcWatermark;
    private long ceiling;
    private String keyspace = "";
    private final Map<String, Long> generations = new HashMap<>();
    private final Set<String> replaced = new HashSet<>();
    private long verifyAtMillis;

    void take(Map<String, String> fields) {
      switch (get(fields, "")) {
        case "table" -> takeTable(fields);
        case "column" -> {
          Column column = column(get(fields, "declared"));
          ids.put(column.name(), number(fields, "id"));
          if (fields.containsKey("column")) {
            names.put(number(fields, "id"), get(fields, "column"));
          }
          columns.add(
              new ColumnDefinition(
                  column.name(),
                  column.type(),
                  column.nullable(),
                  get(fields, "family"),
                  get(fields, "stored")));
        }
        case "derived_column" -> {
          Column column = column(get(fields, "declared"));
          ids.put(column.name(), number(fields, "id"));
          columns.add(
              new ColumnDefinition(
                      column.name(),
                      column.type(),
                      column.nullable(),
                      FamilyDefinition.DEFAULT_NAME,
                      column.name())
                  .derivedFrom(get(fields, "document"), path(get(fields, "path"))));
        }
        case "not_null" -> {
          String name = get(fields, "column");
          columns.replaceAll(column -> column.name().equals(name) ? column.asNotNull() : column);
        }
        case "random_column" -> ids.put(get(fields, "name"), number(fields, "id"));
        case "part" -> {
          primaryKey.addAll(KeyPart.parseList(get(fields, "declared")));
          if (fields.containsKey("column")) {
            keyNames.add(get(fields, "column"));
          }
        }
        case "family" ->
            families.add(
                new FamilyDefinition(
                    get(fields, "name"),
                    get(fields, "compression"),
                    longNumber(fields, "ttl_seconds"),
                    number(fields, "versions")));
        case "document_family" -> {
          FamilyDefinition family =
              new FamilyDefinition(
                      get(fields, "name"),
                      get(fields, "compression"),
                      longNumber(fields, "ttl_seconds"),
                      number(fields, "versions"))
                  .ofField(get(fields, "document"), path(get(fields, "path")));
          ids.put(String.valueOf(family.from()), number(fields, "id"));
          if (fields.containsKey("column")) {
            names.put(number(fields, "id"), get(fields, "column"));
          }
          families.add(family);
        }
        case "index" -> indexes.put(get(fields, "name"), fields);
        case "index_part" ->
            indexParts
                .computeIfAbsent(get(fields, "index"), name -> new ArrayList<>())
                .addAll(KeyPart.parseList(get(fields, "declared")));
        case "index_unique" -> uniqueIndexes.add(get(fields, "index"));
        case "index_key_parts" -> completedByParts.add(get(fields, "index"));
        case "index_partition" -> partitions.put(get(fields, "index"), number(fields, "parts"));
        case "index_include" ->
            included
                .computeIfAbsent(get(fields, "index"), name -> new ArrayList<>())
                .add(get(fields, "column"));
        case "splits", "index_splits" ->
            regions.put(fields.getOrDefault("index", ""), number(fields, "regions"));
        case "split", "index_split" ->
            starts
                .computeIfAbsent(fields.getOrDefault("index", ""), name -> new ArrayList<>())
                .add(get(fields, "at"));
        case "option", "index_option" ->
            options
                .computeIfAbsent(fields.getOrDefault("index", ""), name -> new HashMap<>())
                .put(get(fields, "name"), get(fields, "value"));
        case "note", "index_note" ->
            notes
                .computeIfAbsent(fields.getOrDefault("index", ""), name -> new HashMap<>())
                .put(get(fields, "name"), get(fields, "value"));
        case "writes" -> writes = writes(get(fields, "value"));
        case "floor" -> gcWatermark = longNumber(fields, "version");
        case "generation", "index_generation" ->
            generations.put(
                fields.getOrDefault("index", Generations.TABLE), longNumber(fields, "value"));
        case "replaced" -> replaced.add(get(fields, "name"));
        case "keyspace" -> keyspace = get(fields, "name");
        case "verify" -> verifyAtMillis = longNumber(fields, "at");
        case "load" -> ceiling = longNumber(fields, "ceiling");
        default -> throw damaged("'" + get(fields, "") + "'");
      }
    }

    private void takeTable(Map<String, String> fields) {
      head = fields;
      String known = formatOf(get(fields, "name"));
      if (!get(fields, "format").equals(known) || !get(fields, "bucket_hash").equals(BUCKET_HASH)) {
        throw new TableException(
            ErrorCode.UNREADABLE,
            "cannot read the catalog: table %s has catalog format %s and bucket hash %s, expected %s and %s; open it with a newer Keywright"
                .formatted(
                    get(fields, "name"),
                    get(fields, "format"),
                    get(fields, "bucket_hash"),
                    known,
                    BUCKET_HASH)
                .replace("\n", "\\n"));
      }
    }

    CatalogEntry entry() {
      if (!keyspace.isEmpty() && !Names.keyspace(get(head, "name")).isEmpty()) {
        throw damaged("the keyspace of table " + get(head, "name") + " twice");
      }
      List<IndexDefinition> definitions = new ArrayList<>();
      List<String> readable = new ArrayList<>();
      indexes.forEach(
          (name, fields) -> {
            definitions.add(
                new IndexDefinition(
                    name,
                    indexParts.getOrDefault(name, List.of()),
                    format(fields),
                    uniqueIndexes.contains(name),
                    included.getOrDefault(name, List.of()),
                    storage(name),
                    completion(name, format(fields)),
                    partitions.getOrDefault(name, 1)));
            if (get(fields, "state").equals("readable")) {
              readable.add(name);
            }
          });
      TableDefinition table =
          new TableDefinition(
              keyspace.equals(Names.DEFAULT_KEYSPACE)
                  ? get(head, "name")
                  : Names.in(keyspace, get(head, "name")),
              columns,
              primaryKey,
              number(head, "partition_parts"),
              format(head),
              families,
              definitions,
              get(head, "column_names"),
              storage(""));
      int nextId = number(head, "next_column_id");
      if (ids.values().stream().anyMatch(id -> id >= nextId)) {
        throw damaged("next_column_id " + nextId + ", which is not above the ids of all columns");
      }
      return new CatalogEntry(
          table,
          ids,
          nextId,
          readable,
          gcWatermark,
          ceiling,
          keyspace,
          new Generations(generations, replaced),
          verifyAtMillis,
          new EngineColumns(keyNames, names));
    }

    /** The completion of an index key. Only text formats have two kinds of completion. */
    private Completion completion(String index, KeyFormat format) {
      return format.delimiter() == null || completedByParts.contains(index)
          ? Completion.KEY_PARTS
          : Completion.COLUMNS;
    }

    private StorageOptions storage(String index) {
      return new StorageOptions(
              new Splits(regions.getOrDefault(index, 0), starts.getOrDefault(index, List.of())),
              options.getOrDefault(index, Map.of()))
          .withNotes(notes.getOrDefault(index, Map.of()))
          .withWrites(index.isEmpty() ? writes : null);
    }

    private static Writes writes(String value) {
      for (Writes each : Writes.values()) {
        if (each.toString().equals(value)) {
          return each;
        }
      }
      throw damaged("'" + value + "' in place of exact or plain");
    }

    private static KeyFormat format(Map<String, String> fields) {
      return new KeyFormat(get(fields, "key_format"), fields.get("key_delimiter"));
    }

    private static Column column(String declared) {
      List<Column> columns = Column.parseList(declared);
      if (columns.size() != 1) {
        throw damaged("'" + declared + "' in place of one column");
      }
      return columns.get(0);
    }

    private static String path(String path) {
      try {
        return new DocumentPath("", path).path();
      } catch (TableException e) {
        throw damaged("'" + path + "' in place of a path");
      }
    }

    private static int number(Map<String, String> fields, String name) {
      long number = longNumber(fields, name);
      if (number != (int) number) {
        throw damaged("the number " + number + " as " + name);
      }
      return (int) number;
    }

    private static long longNumber(Map<String, String> fields, String name) {
      String text = get(fields, name);
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException e) {
        throw damaged("'" + text + "' in place of a number as " + name);
      }
    }

    private static String get(Map<String, String> fields, String name) {
      String value = fields.get(name);
      if (value == null) {
        throw damaged("a statement '" + fields.get("") + "' without " + name);
      }
      return value;
    }
  }
}
