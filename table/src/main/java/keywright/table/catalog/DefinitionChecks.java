package keywright.table.catalog;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import keywright.key.Column;
import keywright.key.ComputedPart;
import keywright.key.ErrorCode;
import keywright.key.KeyExpression;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.table.layout.EngineNames;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DocumentPath;
import keywright.table.model.DocumentTable;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;

/**
 * Checks declarations, and refuses those that contradict themselves. The error is a {@link
 * TableException} with one line that says how to correct the declaration.
 */
public final class DefinitionChecks {
  private static final int FAMILIES_MAX = 64;
  private static final Set<String> COMPRESSIONS = Set.of("none", "lz4", "zstd");

  /**
   * The name of the catalog, which is also the part before the dot in the names of its tables in
   * the engine. No other table can have this name.
   */
  public static final String RESERVED = "keywright";

  private final TableDefinition table;
  private final String verb;

  private DefinitionChecks(TableDefinition table, String verb) {
    this.table = table;
    this.verb = verb;
  }

  /**
   * Checks a table and its indexes.
   *
   * @param verb the action for error messages, such as {@code create table}
   * @throws TableException if the declaration contradicts itself
   */
  public static void check(TableDefinition table, String verb) {
    DefinitionChecks checks = new DefinitionChecks(table, verb);
    checks.checkNames();
    checks.checkFamilies();
    if (table.isAttached()) {
      checks.checkAttached();
    } else if (table.storage().attachedName().isPresent()) {
      throw checks.refused(
          "found an option with the name of the engine's table ('%s')"
              .formatted(table.storage().attachedName().get()),
          "leave this option out, or write ATTACH TABLE for a table that another client has created");
    }
    KeySchema primaryKey = checks.checkPrimaryKey();
    checks.checkNotNull(primaryKey);
    checks.checkDerived(primaryKey);
    checks.checkDocuments();
    checks.checkDocumentFamilies();
    if (table.isPlain()) {
      checks.checkPlain(primaryKey);
    }
    Set<String> names = new HashSet<>();
    for (IndexDefinition index : table.indexes()) {
      if (!names.add(index.name())) {
        throw new TableException(
            "cannot create table %s: index \"%s\" is declared twice; give one of them another name"
                .formatted(table.name(), index.name()));
      }
      checkIndex(table, primaryKey, index);
    }
  }

  /**
   * Checks the declaration of one index.
   *
   * @param table the declaration of the table, which was already checked
   * @param primaryKey the primary key of the table
   * @throws TableException if the declaration of the index contradicts itself
   */
  public static void checkIndex(
      TableDefinition table, KeySchema primaryKey, IndexDefinition index) {
    Names.checkPlain("index", index.name());
    if (table.isAttached()) {
      throw new TableException(
          ErrorCode.UNSUPPORTED,
          "cannot create index %s: table %s is attached, and its other clients would not write the index entries; copy the table into another database, where it becomes a table of Keywright"
              .formatted(index.name(), table.name()));
    }
    if (table.isPlain()) {
      throw new TableException(
          ErrorCode.UNSUPPORTED,
          "cannot create index %s: table %s has writes = 'plain', and a write that does not read the row cannot keep index entries correct; copy the rows into a table with writes = 'exact', or create a second table with the key that the query needs"
              .formatted(index.name(), table.name()));
    }
    if (index.storage().attachedName().isPresent()) {
      throw new TableException(
          "cannot create index %s: found an option with the name of the engine's table ('%s'), which only ATTACH TABLE can have; leave the option out"
              .formatted(index.name(), index.storage().attachedName().get()));
    }
    if (index.storage().writes() != null) {
      throw new TableException(
          "cannot create index %s: found writes = '%s', expected no option writes, since this option belongs to the table; leave writes out"
              .formatted(index.name(), index.storage().writes()));
    }
    if (index.name().equals(Names.unqualified(table.name()))) {
      throw new TableException(
          ErrorCode.ALREADY_EXISTS,
          "cannot create index %s: its table has the same name; choose another name"
              .formatted(index.name()));
    }
    Set<String> known = new HashSet<>();
    primaryKey.columns().forEach(column -> known.add(column.name()));
    for (var part : index.parts()) {
      checkColumns(table, "index " + index.name(), part.expression().columns(), known);
      if (drawsRandom(part.expression())) {
        throw new TableException(
            "cannot create index %s: found %s, expected random(n) only in a primary key; use bucket(n)"
                .formatted(index.name(), part));
      }
    }
    if (index.partitionParts() < 1 || index.partitionParts() > index.parts().size()) {
      throw new TableException(
          "cannot create index %s: found a partition of %d parts, expected 1 to %d, the parts of the key; put the first parts into inner parentheses: ((a, b), c)"
              .formatted(index.name(), index.partitionParts(), index.parts().size()));
    }
    checkElements(index);
    KeySchema schema = index.schema(primaryKey);
    checkPartNames(primaryKey, schema, index);
    requireLasting(table, schema, index);
    checkIncluded(table, primaryKey, index, schema, known);
    if (index.unique()) {
      List<String> keyColumns = List.copyOf(primaryKey.keyColumns());
      for (KeyPart part : index.parts()) {
        if (!part.withBucketColumns(keyColumns).equals(part)) {
          throw new TableException(
              "cannot create unique index %s: found %s, whose bucket is computed from the primary key, so that rows with equal values could have different index keys; name columns of the index in bucket(n, …), or leave the bucket out"
                  .formatted(index.name(), part));
        }
      }
    }
  }

  /** Refuses options that an index with an entry for each element of a list cannot have. */
  private static void checkElements(IndexDefinition index) {
    String list = index.listColumn();
    if (list != null && index.unique()) {
      throw new TableException(
          ErrorCode.UNSUPPORTED,
          "cannot create unique index %s: found %s(%s), which gives a row several entries, expected only parts with one value for each row; leave UNIQUE out"
              .formatted(index.name(), index.isOfKeys() ? "keys" : "values", Names.quote(list)));
    }
    if (list != null && !index.included().isEmpty()) {
      throw new TableException(
          ErrorCode.UNSUPPORTED,
          "cannot create index %s: found %s(%s) and INCLUDE, expected only one of the two, since a query by an element always reads the row; leave INCLUDE out"
              .formatted(index.name(), index.isOfKeys() ? "keys" : "values", Names.quote(list)));
    }
  }

  /**
   * Refuses a name that stands for one expression in the primary key and for another in the index.
   */
  private static void checkPartNames(
      KeySchema primaryKey, KeySchema schema, IndexDefinition index) {
    List<String> keyColumns = List.copyOf(primaryKey.keyColumns());
    for (ComputedPart there : primaryKey.computedParts().values()) {
      ComputedPart here = schema.computedParts().get(there.column().name());
      KeyPart spelled = primaryKey.parts().get(there.index()).withBucketColumns(keyColumns);
      if (here != null && !here.expression().equals(spelled.expression())) {
        throw new TableException(
            "cannot create index %s: found the key part %s, but a part of the primary key has the same name: %s; give the part of the index another name"
                .formatted(index.name(), schema.parts().get(here.index()), there.expression()));
      }
    }
  }

  private static void checkIncluded(
      TableDefinition table,
      KeySchema primaryKey,
      IndexDefinition index,
      KeySchema schema,
      Set<String> known) {
    Set<String> included = new HashSet<>();
    for (String column : index.included()) {
      String problem = null;
      if (primaryKey.computedParts().containsKey(column)) {
        problem =
            "is computed by the primary key; name the columns in INCLUDE from which this part is computed";
      } else if (!known.contains(column)) {
        problem = "is not declared" + Names.hint(column, known);
      } else if (schema.recovers(column)) {
        problem = "is part of the key of the index already; leave this column out of INCLUDE";
      } else if (!included.add(column)) {
        problem = "is named twice in INCLUDE; leave one of the two out";
      } else if (indexedAndExpiring(table, column).isPresent()) {
        problem =
            "is in a family with a ttl, and the copies of its values in index entries "
                + "would not expire; leave this column out of INCLUDE";
      }
      if (problem != null) {
        throw new TableException(
            "cannot create index %s: column %s %s"
                .formatted(index.name(), Names.quote(column), problem));
      }
    }
  }

  /**
   * A family with a ttl in which an index has values of a column. Columns of the primary key expire
   * with their row.
   */
  private static Optional<String> indexedAndExpiring(TableDefinition table, String column) {
    return table.keyColumns().contains(column)
        ? Optional.empty()
        : expiring(table, table.familiesOf(column));
  }

  private static Optional<String> expiring(TableDefinition table, Set<String> families) {
    return table.families().stream()
        .filter(declared -> families.contains(declared.name()) && declared.ttlSeconds() > 0)
        .map(FamilyDefinition::name)
        .findFirst();
  }

  /** Refuses an index over a column whose values expire: an entry would stay without its value. */
  private static void requireLasting(
      TableDefinition table, KeySchema schema, IndexDefinition index) {
    for (ColumnDefinition column : table.columns()) {
      Optional<String> expiring = indexedAndExpiring(table, column.name());
      if (expiring.isPresent() && schema.keyColumns().contains(column.name())) {
        throw new TableException(
            "cannot create index %s: its key reads %s, whose family %s has a ttl: when a value expires, its index entry would stay; declare %s in a family without ttl"
                .formatted(
                    index.name(),
                    Names.quote(column.name()),
                    expiring.get(),
                    Names.quote(column.name())));
      }
    }
  }

  private static boolean drawsRandom(KeyExpression expression) {
    return expression instanceof KeyExpression.Call call
        && (call.function().equals("random")
            || call.arguments().stream().anyMatch(DefinitionChecks::drawsRandom));
  }

  /** Whether an engine's table with this name belongs to Keywright itself, as the catalog does. */
  public static boolean isReserved(String engineName) {
    return EngineNames.tableOf(engineName).equals(RESERVED);
  }

  /**
   * Checks the name of a new keyspace.
   *
   * @throws TableException if a keyspace cannot have this name
   */
  public static void checkKeyspace(String name) {
    Names.checkPlain("keyspace", name);
    if (name.equals("system") || name.startsWith("system_")) {
      throw new TableException(
          "cannot create keyspace %s: the names of Cassandra's system keyspaces are reserved; choose another name"
              .formatted(name));
    }
  }

  private void checkNames() {
    if (!table.keyspace().isEmpty()) {
      checkKeyspace(table.keyspace());
    }
    Names.checkPlain("table", Names.unqualified(table.name()));
    if (table.name().equals(RESERVED)) {
      throw refused("the name is reserved", "choose another name");
    }
    if (table.columns().isEmpty()) {
      throw refused("found no column, expected at least one", "declare its columns");
    }
    Set<String> names = new HashSet<>();
    for (ColumnDefinition column : table.columns()) {
      if (column.name().isEmpty()) {
        throw refused("found a column without a name", "name it");
      }
      if (!names.add(column.name())) {
        throw refused(
            "column " + Names.quote(column.name()) + " is declared twice", "remove or rename one");
      }
    }
    if (!table.columnNames().equals("short")
        && !table.columnNames().equals("plain")
        && !table.isAttached()) {
      throw refused(
          "found column_names '" + table.columnNames() + "', expected short or plain",
          "leave column_names out to get short names");
    }
  }

  private void checkFamilies() {
    Set<String> declared = new HashSet<>();
    for (FamilyDefinition family : table.families()) {
      Names.checkPlain("family", family.name());
      if (!declared.add(family.name())) {
        throw refused("family " + family.name() + " is declared twice", "remove or rename one");
      }
      if (!COMPRESSIONS.contains(family.compression())) {
        throw refused(
            "found compression '%s' of family %s".formatted(family.compression(), family.name()),
            instead(family.compression()));
      }
      if (family.ttlSeconds() < 0 || family.versions() < 1) {
        throw refused(
            "found ttl = %d and versions = %d of family %s, expected a ttl of 0 or more and versions of 1 or more"
                .formatted(family.ttlSeconds(), family.versions(), family.name()),
            "write ttl = 0 to keep values for ever");
      }
    }
    Map<String, ColumnDefinition> stored = new HashMap<>();
    for (ColumnDefinition column : table.columns()) {
      String family = column.family();
      if (!declared.contains(family) && !family.equals(FamilyDefinition.DEFAULT_NAME)) {
        throw refused(
            "column %s is in family %s, which is not declared"
                .formatted(Names.quote(column.name()), family),
            "add FAMILY " + family + " (" + Names.quote(column.name()) + ")");
      }
      String place = family + ":" + column.storedName();
      ColumnDefinition other = column.isDerived() ? null : stored.putIfAbsent(place, column);
      if (other != null) {
        throw refused(
            "columns %s and %s are both stored as '%s'"
                .formatted(Names.quote(other.name()), Names.quote(column.name()), place),
            "give one of them another stored name, such as %s %s AT '%s2'"
                .formatted(Names.quote(column.name()), column.type(), place));
      }
    }
    int count = declaredFamilies();
    if (count > FAMILIES_MAX) {
      throw refused(
          "found " + count + " families, expected at most " + FAMILIES_MAX,
          "keep columns that are read together in one family");
    }
  }

  /**
   * The number of declared families. The family {@code d} counts if it has a column outside the
   * primary key.
   */
  private int declaredFamilies() {
    Set<String> inKey = new HashSet<>();
    table.primaryKey().forEach(part -> inKey.addAll(part.expression().columns()));
    Set<String> families = new HashSet<>();
    table.families().forEach(family -> families.add(family.name()));
    table.columns().stream()
        .filter(column -> !inKey.contains(column.name()))
        .forEach(column -> families.add(column.family()));
    return families.size();
  }

  /** The supported compression that is most similar to a compression of another system. */
  private static String instead(String compression) {
    return switch (compression) {
      case "snappy", "lzf" -> "write compression = 'lz4', which is as fast";
      case "zlib", "deflate" -> "write compression = 'zstd', which makes values as small";
      default -> "use none, lz4 or zstd";
    };
  }

  /**
   * Refuses NOT NULL at a key column, at a column whose values expire, and in an attached table.
   */
  private void checkNotNull(KeySchema primaryKey) {
    for (ColumnDefinition column : table.columns()) {
      String name = Names.quote(column.name());
      if (column.notNull() && primaryKey.keyColumns().contains(column.name())) {
        throw refused(
            "found NOT NULL at column "
                + name
                + " of the primary key, expected NOT NULL only at other columns",
            "leave NOT NULL out: key columns are NOT NULL by default");
      }
      if (column.notNull() && table.isAttached()) {
        throw refused(
            "found NOT NULL at " + name + ", which other clients of the table do not check",
            "leave NOT NULL out");
      }
      // A document stays without the fields of other families, when these expire.
      if (column.notNull() && expiring(table, Set.of(column.family())).isPresent()) {
        throw refused(
            "found NOT NULL at %s, whose family %s has a ttl, after which it would be null"
                .formatted(name, column.family()),
            "declare it in a family without ttl, or leave NOT NULL out");
      }
    }
  }

  /** Checks that each derived column reads the documents of a stored column. */
  private void checkDerived(KeySchema primaryKey) {
    for (ColumnDefinition column : table.columns()) {
      DocumentPath from = column.from();
      if (from == null) {
        continue;
      }
      String name = Names.quote(column.name());
      String document = Names.quote(from.column());
      ColumnDefinition stored = table.column(from.column()).orElse(null);
      if (stored == null) {
        throw refused(
            "column %s is derived from %s, which is not declared%s"
                .formatted(
                    name,
                    document,
                    Names.hint(
                        from.column(),
                        table.columns().stream().map(ColumnDefinition::name).toList())),
            "or declare %s as a text or a blob".formatted(document));
      }
      String type = stored.type().toString();
      if (stored.isDerived() || !(type.equals("text") || type.equals("blob"))) {
        throw refused(
            "column %s is derived from %s, found %s, expected a column of type text (JSON) or blob"
                .formatted(name, document, stored.isDerived() ? "a derived column" : type),
            "name the column that holds the documents");
      }
      if (type.equals("blob") && DocumentTable.reader().isEmpty()) {
        throw refused(
            "column %s is derived from the blob %s, found no reader of binary documents on the class path"
                .formatted(name, document),
            "add the module that reads them (keywright-ojai), or declare %s as a text of JSON"
                .formatted(document));
      }
      if (primaryKey.keyColumns().contains(from.column())) {
        throw refused(
            "column %s is derived from %s, which the primary key reads".formatted(name, document),
            "put the derived columns into the key in place of %s".formatted(document));
      }
      if (primaryKey.keyColumns().contains(column.name())) {
        checkDerivedKey(primaryKey, column, document);
      }
    }
  }

  /** Only a document table has ids with a delimiter. */
  private void checkDocuments() {
    if (DocumentTable.delimiter(table).isPresent()) {
      try {
        DocumentTable unused = DocumentTable.require(table);
      } catch (TableException e) {
        throw refused(String.valueOf(e.getMessage()), "correct the declaration");
      }
    }
  }

  /** Checks that each family of a field contains one field of the documents of a document table. */
  private void checkDocumentFamilies() {
    Set<String> fields = new HashSet<>();
    for (FamilyDefinition family : table.documentFamilies()) {
      DocumentPath from = Objects.requireNonNull(family.from());
      String name = "family %s from the path '%s'".formatted(family.name(), from.path());
      if (!from.isOneField() || DocumentTable.ID.equals(from.firstField())) {
        throw refused(
            "found %s, expected the name of one field of the documents other than _id"
                .formatted(name),
            "name an outermost field, such as 'details'");
      }
      if (!fields.add(String.valueOf(from.firstField()))) {
        throw refused(
            "found %s a second time".formatted(name), "declare one family for each field");
      }
      if (!from.column().equals(DocumentTable.DOCUMENT)) {
        throw refused(
            "found %s of %s, expected the column document of a document table"
                .formatted(name, Names.quote(from.column())),
            "declare the table with CREATE DOCUMENT TABLE");
      }
      try {
        DocumentTable unused = DocumentTable.require(table);
      } catch (TableException e) {
        throw refused(
            "%s is for document tables: %s".formatted(name, e.getMessage()),
            "leave the family out, or declare each other column FROM a path of the document");
      }
      if (table.isAttached() || table.isPlain()) {
        throw refused(
            "found %s and %s, whose writes do not keep the parts of a document together"
                .formatted(name, table.isAttached() ? "an attached table" : "writes = 'plain'"),
            "leave the family out");
      }
      requireAlone(family, name, from);
    }
    for (FamilyDefinition family : table.allFamilies()) {
      if (!fields.isEmpty() && family.versions() > 1) {
        throw refused(
            "found versions = %d of family %s, expected 1, since a family of the table contains a field of the documents"
                .formatted(family.versions(), family.name()),
            "leave versions out");
      }
    }
  }

  private void requireAlone(FamilyDefinition family, String name, DocumentPath from) {
    for (ColumnDefinition column : table.columns()) {
      if (column.family().equals(family.name()) && !column.isDerived()) {
        throw refused(
            "found %s, which has the column %s too".formatted(name, Names.quote(column.name())),
            "give the family another name");
      } else if (column.name().equals(from.toString())) {
        throw refused(
            "found column %s beside %s".formatted(Names.quote(column.name()), name),
            "give the column another name");
      }
    }
  }

  /**
   * Checks that a key column which is derived from a document keeps its value as long as its row
   * exists.
   */
  private void checkDerivedKey(KeySchema primaryKey, ColumnDefinition column, String document) {
    String key =
        "the primary key reads %s, which is derived from %s"
            .formatted(Names.quote(column.name()), document);
    if (!primaryKey.recovers(column.name())) {
      throw refused(
          key + ", found a key from which the column cannot be decoded",
          "add the column itself to the key");
    }
    if (table.isAttached() || table.isPlain()) {
      throw refused(
          key
              + ", found %s, whose writes do not check that document and key agree"
                  .formatted(table.isAttached() ? "an attached table" : "writes = 'plain'"),
          "put a stored column into the key");
    }
    Optional<String> expiring = expiring(table, Set.of(column.family()));
    if (expiring.isPresent()) {
      throw refused(
          "%s, found a ttl of family %s, after which the row would be without %s"
              .formatted(key, expiring.get(), Names.quote(column.name())),
          "declare family %s without ttl".formatted(expiring.get()));
    }
  }

  /** Refuses what an attached table cannot have. */
  private void checkAttached() {
    KeySchema key = table.primaryKeySchema();
    if (table.columns().stream().allMatch(column -> key.recovers(column.name()))) {
      throw refused(
          "found only columns of the primary key, expected at least one other column, "
              + "because a row exists only while it has a value outside the key",
          "declare one of its other columns, or, if it has none, read the table with another client");
    }
    if (!table.storage().areOfAttached()) {
      throw refused(
          "found splits, or an option of the engine other than the table's name",
          "leave splits and this option out: the table exists already, as its other client created it");
    }
    for (FamilyDefinition family : table.families()) {
      if (family.ttlSeconds() > 0 || family.versions() > 1) {
        throw refused(
            "found a ttl or versions of family " + family.name(),
            "leave ttl and versions out: the table's other client has set them");
      }
    }
  }

  /** Refuses what a plain table cannot have, because its rows are written without being read. */
  private void checkPlain(KeySchema key) {
    String exact = "or leave out writes = 'plain'";
    for (ColumnDefinition column : table.columns()) {
      String name = Names.quote(column.name());
      if (column.notNull()) {
        throw refused(
            "found NOT NULL at %s and writes = 'plain': a plain write does not read the row, so NOT NULL cannot be checked"
                .formatted(name),
            "leave NOT NULL out, " + exact);
      }
      if (key.keyColumns().contains(column.name()) && !key.recovers(column.name())) {
        throw refused(
            "found writes = 'plain' and a key from which %s cannot be decoded: a row with the same digest would be overwritten"
                .formatted(name),
            "add %s to the key, ".formatted(name) + exact);
      }
    }
    Set<Long> lifetimes = new HashSet<>();
    for (FamilyDefinition family : table.allFamilies()) {
      if (family.versions() > 1) {
        throw refused(
            "found writes = 'plain' and versions = %d of family %s: a plain table keeps only the last write"
                .formatted(family.versions(), family.name()),
            "leave versions out, " + exact);
      }
      boolean isUsed =
          table.columns().stream()
              .anyMatch(
                  column ->
                      column.family().equals(family.name())
                          && !key.keyColumns().contains(column.name()));
      if (isUsed) {
        lifetimes.add(family.ttlSeconds());
      }
    }
    if (lifetimes.size() > 1) {
      throw refused(
          "found writes = 'plain' and families with different ttl, expected the same ttl for all families",
          "give all families the same ttl, " + exact);
    }
  }

  private void checkPartition(int partitionParts, int parts) {
    if (partitionParts < 1 || partitionParts > parts) {
      throw refused(
          "found a partition of %d parts, expected 1 to %d, the parts of the key"
              .formatted(partitionParts, parts),
          "put the first parts into inner parentheses: ((a, b), c)");
    }
  }

  private KeySchema checkPrimaryKey() {
    if (table.primaryKey().isEmpty()) {
      throw refused("found no PRIMARY KEY", "declare a primary key");
    }
    checkPartition(table.partitionParts(), table.primaryKey().size());
    Set<String> known = new HashSet<>();
    table.columns().forEach(column -> known.add(column.name()));
    for (var part : table.primaryKey()) {
      checkColumns(table, "table " + table.name(), part.expression().columns(), known);
    }
    KeySchema schema = table.primaryKeySchema();
    List<String> names = schema.columns().stream().map(Column::name).toList();
    if (new HashSet<>(names).size() < names.size()) {
      throw refused(
          "two columns have the same name: " + String.join(", ", names),
          "give random(n) another name with AS");
    }
    schema.requireIdentifying();
    return schema;
  }

  private static void checkColumns(
      TableDefinition table, String what, Collection<String> used, Set<String> known) {
    for (String column : used) {
      for (KeyPart part : table.primaryKey()) {
        if (column.equals(part.alias()) && !known.contains(column)) {
          throw new TableException(
              "cannot create %s: found %s in its key, the name of the key part %s, expected a column; write the expression of that part instead"
                  .formatted(what, Names.quote(column), part));
        }
      }
      if (!known.contains(column)) {
        throw new TableException(
            "cannot create %s: its key reads column %s, which is not declared%s"
                .formatted(what, Names.quote(column), Names.hint(column, known)));
      }
    }
  }

  private TableException refused(String problem, String fix) {
    return new TableException(
        "cannot %s table %s: %s; %s".formatted(verb, table.name(), problem, fix));
  }
}
