package keywright.cql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import keywright.cql.grammar.CqlBaseVisitor;
import keywright.cql.grammar.CqlParser;
import keywright.key.Column;
import keywright.key.Condition;
import keywright.key.KeyException;
import keywright.store.stop.StoppedException;
import keywright.table.Database;
import keywright.table.Page;
import keywright.table.Rows;
import keywright.table.Table;
import keywright.table.model.BuildOptions;
import keywright.table.model.BuildProgress;
import keywright.table.model.ChangeResult;
import keywright.table.model.DocumentTable;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.Splits;
import keywright.table.model.StorageOptions;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.UnknownNameException;
import keywright.table.model.Using;
import keywright.table.model.WriteResult;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/** Executes one statement: for each rule of the grammar it calls a method of {@code table}. */
final class StatementRunner extends CqlBaseVisitor<Result> {
  /** The column of EXPLAIN. */
  /** Stands before the values of functions in the token of a page. */
  private static final char FUNCTIONS = '.';

  static final String PLAN = "plan";

  private final Database database;
  private final Parsed<CqlParser.OneStatementContext> parsed;
  private final Source source;

  private final Values values;
  private final KnownColumns columns;
  private final Predicate<BuildProgress> builds;
  private final UnaryOperator<Query> options;
  private final Keyspaces keyspaces;

  /**
   * @param columns those of the statement's tables, as far as earlier runs have looked them up
   * @param keyspace that the session is in; empty for none
   */
  StatementRunner(
      Database database,
      Parsed<CqlParser.OneStatementContext> parsed,
      Values values,
      KnownColumns columns,
      Predicate<BuildProgress> builds,
      UnaryOperator<Query> options,
      AtomicReference<String> keyspace) {
    this.keyspaces = new Keyspaces(database, parsed.source(), keyspace);
    this.database = database;
    this.parsed = parsed;
    this.source = parsed.source();
    this.values = values;
    this.columns = columns;
    this.builds = builds;
    this.options = options;
  }

  Result run() {
    return visit(parsed.tree().statement());
  }

  /**
   * A page of the rows of a SELECT.
   *
   * @param bytes that end the page, whatever its number of rows
   * @param token of the page before; null for the first page
   */
  Result page(int size, long bytes, @Nullable String token) {
    CqlParser.SelectContext select = parsed.tree().statement().select();
    if (select == null) {
      throw source.failed(
          "cannot read a page: found another statement, expected SELECT; run it without pages",
          null);
    }
    String ofTable = token == null ? null : resumed(token);
    Table table = table(select.tableName());
    QueryReader reader = reader(table, select);
    Query query = query(reader);
    Page page =
        ofTable == null
            ? table.firstPage(query, size, bytes)
            : table.nextPage(query, size, bytes, ofTable);
    List<Column> columns = reader.named(page.columns());
    List<String> names = columns.stream().map(Column::name).toList();
    List<Row> rows =
        page.rows().stream()
            .map(
                row ->
                    reader.isJson()
                        ? JsonRows.row(columns, reader::isJson, row)
                        : Row.of(names, row.values().toArray()))
            .toList();
    String functions = values.functions().text();
    Optional<String> next =
        page.nextPage().map(one -> functions.isEmpty() ? one : one + FUNCTIONS + functions);
    return Result.page(reader.shown(columns), rows, next, SelectReads.of(page));
  }

  /** The token of the table in the token of a page, whose values of functions are used again. */
  private String resumed(String token) {
    int end = token.indexOf(FUNCTIONS);
    if (end < 0) {
      return token;
    }
    try {
      values.functions().resume(token.substring(end + 1));
    } catch (IllegalArgumentException e) {
      throw source.failed(
          "cannot resume at the page token: the token was cut or altered; start without a token",
          e);
    }
    return token.substring(0, end);
  }

  @Override
  public Result visitCreateTable(CqlParser.CreateTableContext context) {
    DefinitionReader reader = new DefinitionReader(parsed, values);
    TableDefinition definition =
        DefinitionReader.isWithoutColumns(context)
            ? database.attachable(parsed.name(context.tableName()), reader.attachedAsItIs(context))
            : reader.table(context);
    if (!database.createTable(definition, context.ifNotExists() != null)) {
      return thereAlready("table " + fullName(definition.name()));
    }
    StringBuilder message = new StringBuilder("table " + definition.name());
    message.append(definition.isAttached() ? " attached" : " created");
    if (!reader.expiring().isEmpty()) {
      message
          .append("; default_time_to_live is stored as the ttl of family ")
          .append(String.join(", ", reader.expiring()));
    }
    message.append(kept(DocumentTable.withoutDelimiter(definition.storage())));
    if (!reader.leftOut().isEmpty()) {
      message
          .append("; options that have no effect here and were ignored: ")
          .append(String.join(", ", reader.leftOut()));
    }
    return Result.created(message.toString(), new Result.Created(definition.name(), null));
  }

  /** Says which options of a table or an index are stored without an effect. */
  private String kept(StorageOptions storage) {
    Set<String> kept = new TreeSet<>(storage.notes().keySet());
    if (!storage.splits().equals(Splits.BY_KEY) && !database.hasRowKeys()) {
      kept.add("splits");
    }
    return kept.isEmpty()
        ? ""
        : "; options that are kept and shown by DESCRIBE, but do not change how rows are stored: "
            + String.join(", ", kept);
  }

  @Override
  public Result visitCreateIndex(CqlParser.CreateIndexContext context) {
    Table table = table(context.tableName());
    requireSameKeyspace(table.definition(), context.indexName());
    DefinitionReader reader = new DefinitionReader(parsed, values);
    IndexDefinition index = reader.index(context);
    if (context.indexName() == null) {
      index = index.withName(unused(table.definition(), index));
    }
    boolean created =
        database.createIndex(
            Names.qualified(table.definition().name()),
            index,
            context.ifNotExists() != null,
            new BuildOptions(reader.buildRate(), builds));
    return created
        ? Result.created(
            "index " + index.name() + " created" + kept(index.storage()),
            new Result.Created(table.definition().name(), index.name()))
        : thereAlready("index " + index.name());
  }

  /** Refuses an index in another keyspace than that of its table. */
  private void requireSameKeyspace(
      TableDefinition table, CqlParser.@Nullable IndexNameContext context) {
    if (context != null && context.name().size() > 1) {
      String keyspace = Parsed.name(context.name(0));
      boolean isSame =
          database
              .find(Names.in(keyspace, Names.unqualified(table.name())))
              .filter(found -> found.name().equals(table.name()))
              .isPresent();
      if (!isSame) {
        throw source.refused(
            context.getStart(),
            "cannot create index %s: found keyspace %s, expected %s, the keyspace of its table; leave the keyspace out"
                .formatted(
                    Parsed.name(context.name(1)),
                    Names.quote(keyspace),
                    Names.quote(Names.keyspace(Names.qualified(table.name())))),
            null);
      }
    }
  }

  /** The name of an index that was given none; that of the same one, where the table has it. */
  private String unused(TableDefinition table, IndexDefinition index) {
    String name = index.name();
    for (int i = 1; ; i++) {
      Optional<IndexDefinition> there = table.index(name);
      boolean same =
          there.isPresent() && index.withName(name).equals(there.get().withCompletion(index));
      boolean taken =
          there.isPresent()
              || database.findByIndex(qualified(table, name)).isPresent()
              || database.find(qualified(table, name)).isPresent();
      if (same || !taken) {
        return name;
      }
      name = index.name() + "_" + i;
    }
  }

  private static String qualified(TableDefinition table, String index) {
    return Names.qualified(Names.in(table.keyspace(), index));
  }

  private static Result thereAlready(String what) {
    return Result.message(what + " exists; nothing changed", 0);
  }

  @Override
  public Result visitCreateKeyspace(CqlParser.CreateKeyspaceContext context) {
    return keyspaces.create(context);
  }

  @Override
  public Result visitDropKeyspace(CqlParser.DropKeyspaceContext context) {
    return keyspaces.drop(context);
  }

  @Override
  public Result visitUse(CqlParser.UseContext context) {
    return keyspaces.use(context);
  }

  @Override
  public Result visitAlterTable(CqlParser.AlterTableContext context) {
    TableDefinition table = table(context.tableName()).definition();
    TableChange change = change(table, context.alteration());
    return database.alterTable(Names.qualified(table.name()), change)
        ? Result.message("table " + table.name() + " altered", 0)
        : Result.message("table " + table.name() + " has this change already; nothing changed", 0);
  }

  private TableChange change(TableDefinition table, CqlParser.AlterationContext context) {
    if (context instanceof CqlParser.AddAlterationContext add) {
      return new DefinitionReader(parsed, values)
          .additions(table, add.additions(), add.ifNotExists() != null);
    }
    if (context instanceof CqlParser.DropAlterationContext drop) {
      return new TableChange.Drop(
          drop.removals().columnName().stream().map(name -> Parsed.name(name.name())).toList(),
          drop.ifExists() != null);
    }
    if (context instanceof CqlParser.FamilyAlterationContext family) {
      return new DefinitionReader(parsed, values).change(family);
    }
    Map<String, String> names = new LinkedHashMap<>();
    for (CqlParser.RenamingContext renaming :
        ((CqlParser.RenameAlterationContext) context).renaming()) {
      String name = Parsed.name(renaming.columnName(0).name());
      if (names.put(name, Parsed.name(renaming.columnName(1).name())) != null) {
        throw source.unreadable(
            renaming.getStart(), "found column \"" + name + "\" a second time, expected each once");
      }
    }
    return new TableChange.Rename(names);
  }

  @Override
  public Result visitDropTable(CqlParser.DropTableContext context) {
    String name = fullName(parsed.name(context.tableName()));
    return dropped("table " + name, database.dropTable(name, context.ifExists() != null));
  }

  @Override
  public Result visitDropIndex(CqlParser.DropIndexContext context) {
    String name = parsed.name(context.indexName());
    return dropped("index " + name, database.dropIndex(name, context.ifExists() != null, builds));
  }

  /** The name of the table that a name alone means; the name itself if there is none. */
  private String fullName(String table) {
    return database.find(table).map(TableDefinition::name).orElse(table);
  }

  private static Result dropped(String what, boolean dropped) {
    return Result.message(what + (dropped ? " dropped" : " does not exist; nothing changed"), 0);
  }

  @Override
  public Result visitTruncate(CqlParser.TruncateContext context) {
    String name = table(context.tableName()).definition().name();
    database.truncate(Names.qualified(name));
    return Result.message("table " + name + " truncated", 0);
  }

  private ChangeReader changes(Table table) {
    return new ChangeReader(parsed, values, columns.of(table.definition()));
  }

  @Override
  public Result visitInsert(CqlParser.InsertContext context) {
    Table table = table(context.tableName());
    if (context.ifNotExists() == null) {
      ChangeReader changes = changes(table);
      List<Map<String, @Nullable Object>> rows = changes.rows(context);
      Using using = changes.using(context.using());
      return placed(context, () -> inserted(table.insertAll(rows, using)));
    }
    ChangeReader.Write write = changes(table).insert(context);
    return placed(
        context, () -> Result.applied(database.applyEach(write.changes()), write.shown()));
  }

  /** Lets the refusal of one of many rows say where it stands. */
  private Result placed(CqlParser.InsertContext context, Supplier<Result> insert) {
    try {
      return insert.get();
    } catch (TableException e) {
      if (e.change() < 0) {
        throw e;
      }
      throw source.refused(
          context.json() != null
              ? context.json().getStart()
              : context.insertRow(e.change()).getStart(),
          String.valueOf(e.getMessage()),
          e);
    }
  }

  private static Result inserted(List<WriteResult> results) {
    int inserted = Collections.frequency(results, WriteResult.INSERTED);
    int overwritten = Collections.frequency(results, WriteResult.OVERWRITTEN);
    int written = Collections.frequency(results, WriteResult.WRITTEN);
    if (written > 0) {
      return Result.message(Counts.rows(written) + " written", written);
    }
    int unchanged = results.size() - inserted - overwritten;
    StringBuilder message = new StringBuilder();
    message.append(Counts.rows(inserted)).append(" inserted");
    if (overwritten > 0) {
      message.append(", ").append(overwritten).append(" overwritten");
    }
    if (unchanged > 0) {
      message.append(", ").append(unchanged).append(" unchanged");
    }
    return Result.message(message.toString(), inserted + overwritten);
  }

  @Override
  public Result visitUpdate(CqlParser.UpdateContext context) {
    Table table = table(context.tableName());
    if (context.onlyIf() == null && context.REKEY() == null) {
      List<Condition> conditions =
          Conditions.of(parsed, context.conditions(), values, columns.of(table.definition()));
      if (RangeChange.isMeant(table.definition(), conditions)) {
        ChangeReader changes = changes(table);
        return new RangeChange(database, source, table, conditions)
            .update(
                changes.valuesOfRange(context),
                changes.using(context.using()),
                context.FILTERING() != null,
                options);
      }
    }
    ChangeReader.Write write = changes(table).update(context);
    return result(
        write, table.isPlain() ? "written" : context.REKEY() == null ? "updated" : "moved");
  }

  @Override
  public Result visitDelete(CqlParser.DeleteContext context) {
    Table table = table(context.tableName());
    if (!context.deletion().isEmpty()) {
      return result(changes(table).delete(context), "changed");
    }
    if (context.onlyIf() == null) {
      List<Condition> conditions =
          Conditions.of(parsed, context.conditions(), values, columns.of(table.definition()));
      if (RangeChange.isMeant(table.definition(), conditions)) {
        return new RangeChange(database, source, table, conditions)
            .delete(context.FILTERING() != null, options);
      }
    }
    return result(
        changes(table).delete(context), table.isPlain() ? "deleted, if it existed" : "deleted");
  }

  private Result result(ChangeReader.Write write, String done) {
    ChangeResult result = database.apply(write.changes());
    return write.isConditional()
        ? Result.applied(List.of(result), write.shown())
        : Result.message(Counts.rows(result.rowsChanged()) + " " + done, result.rowsChanged());
  }

  @Override
  public Result visitBatch(CqlParser.BatchContext context) {
    return new BatchRunner(database).run(parts(), context.UNLOGGED() != null);
  }

  /**
   * The changes of an INSERT, UPDATE, DELETE or BATCH.
   *
   * @throws CqlException for another statement
   */
  List<BatchRunner.Part> parts() {
    CqlParser.StatementContext statement = parsed.tree().statement();
    List<BatchRunner.Part> parts = new ArrayList<>();
    if (statement.batch() != null) {
      Using using = batchUsing(statement.batch().using());
      for (CqlParser.BatchStatementContext part : statement.batch().batchStatement()) {
        BatchRunner.Part read = part(part.insert(), part.update(), part.delete());
        parts.add(using.hasTimestamp() ? read.withTime(using, parts.size() + 1) : read);
      }
    } else if (statement.insert() != null
        || statement.update() != null
        || statement.delete() != null) {
      parts.add(part(statement.insert(), statement.update(), statement.delete()));
    } else {
      throw source.refused(
          statement.getStart(),
          "cannot run the batch: found %s, expected INSERT, UPDATE, DELETE or BATCH; execute it alone"
              .formatted(statement.getStart().getText().toUpperCase(Locale.ROOT)),
          null);
    }
    return parts;
  }

  /** What follows BEGIN BATCH: a write time for all its statements. */
  private Using batchUsing(CqlParser.@Nullable UsingContext context) {
    Using using = new UsingReader(source, values).using(context);
    if (context != null && using.ttlSeconds() != Using.NOTHING.ttlSeconds()) {
      throw source.unreadable(
          context.getStart(),
          "found USING TTL after BEGIN BATCH, expected only USING TIMESTAMP; write USING TTL in each statement");
    }
    return using;
  }

  private BatchRunner.Part part(
      CqlParser.@Nullable InsertContext insert,
      CqlParser.@Nullable UpdateContext update,
      CqlParser.@Nullable DeleteContext delete) {
    if (insert != null) {
      return part(insert, changes(table(insert.tableName())).insert(insert));
    }
    if (update != null) {
      return part(update, changes(table(update.tableName())).update(update));
    }
    CqlParser.DeleteContext deleted = Objects.requireNonNull(delete);
    return part(deleted, changes(table(deleted.tableName())).delete(deleted));
  }

  private BatchRunner.Part part(ParserRuleContext context, ChangeReader.Write write) {
    return new BatchRunner.Part(source, context.getStart(), write);
  }

  @Override
  public Result visitSelect(CqlParser.SelectContext context) {
    Table table = table(context.tableName());
    QueryReader reader = reader(table, context);
    Rows rows = table.execute(table.plan(query(reader)));
    List<Column> found = rows.columns();
    List<Column> columns = reader.named(found);
    if (reader.isJson()) {
      return Result.rows(
          reader.shown(columns),
          () -> {
            Row row = next(rows, null);
            return row == null ? null : JsonRows.row(columns, reader::isJson, row);
          },
          rows::close,
          SelectReads.of(rows));
    }
    List<String> names = columns.equals(found) ? null : columns.stream().map(Column::name).toList();
    return Result.rows(columns, () -> next(rows, names), rows::close, SelectReads.of(rows));
  }

  /** The next row, under other names perhaps. */
  private @Nullable Row next(Rows rows, @Nullable List<String> names) {
    try {
      Row row = rows.next();
      return row == null || names == null ? row : Row.of(names, row.values().toArray());
    } catch (TableException | KeyException | StoppedException e) {
      throw source.failed(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public Result visitExplain(CqlParser.ExplainContext context) {
    Table table = table(context.select().tableName());
    if (context.keyValues() != null) {
      Query query = query(reader(table, context.select()));
      return Result.lines(PLAN, table.explain(query, keyValues(table, context.keyValues())));
    }
    Plan plan = table.plan(query(reader(table, context.select())));
    List<String> lines = new ArrayList<>(plan.explain());
    if (context.ANALYZE() != null) {
      lines.addAll(analyze(table.execute(plan)));
    }
    return Result.lines(PLAN, lines);
  }

  private @Nullable Object[] keyValues(Table table, CqlParser.KeyValuesContext context) {
    TableColumns known = columns.of(table.definition());
    List<String> names = table.definition().keyColumns();
    if (context.value().size() != names.size()) {
      throw source.unreadable(
          context.getStart(),
          "found %s, expected one for each column of the primary key: %s"
              .formatted(Counts.of(context.value().size(), "value"), String.join(", ", names)));
    }
    @Nullable Object[] found = new @Nullable Object[names.size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = known.convert(names.get(i), context.value(i), values);
    }
    return found;
  }

  private static List<String> analyze(Rows rows) {
    try (rows) {
      while (rows.next() != null) {
        // Only the counts matter.
      }
      long read = rows.entriesRead() + rows.rowsRead();
      long returned = rows.rowsReturned();
      String each =
          returned == 0 ? "" : "; %.1f reads per row returned".formatted((double) read / returned);
      return List.of(
          "executed: %s and %s read, %s returned%s%s"
              .formatted(
                  Counts.of(rows.entriesRead(), "index entry", "index entries"),
                  Counts.rows(rows.rowsRead()),
                  Counts.rows(returned),
                  each,
                  sorted(rows)));
    }
  }

  private static String sorted(Rows rows) {
    return rows.sortedRuns() == 0
        ? ""
        : "; sorted on disk, %,d bytes in %s"
            .formatted(rows.sortedDiskBytes(), Counts.of(rows.sortedRuns(), "run"));
  }

  private QueryReader reader(Table table, CqlParser.SelectContext context) {
    return columns.select(parsed, context, table.definition(), values);
  }

  private Query query(QueryReader reader) {
    return options.apply(reader.query(values));
  }

  @Override
  public Result visitDescribeTables(CqlParser.DescribeTablesContext context) {
    return new Describer(database).tables();
  }

  @Override
  public Result visitDescribeKeyspaces(CqlParser.DescribeKeyspacesContext context) {
    return new Describer(database).keyspaces();
  }

  @Override
  public Result visitDescribeKeyspace(CqlParser.DescribeKeyspaceContext context) {
    String keyspace = Parsed.name(context.keyspaceName().name());
    List<String> all = database.keyspaces();
    if (!all.contains(keyspace)) {
      String message =
          "cannot describe keyspace %s: there is no such keyspace%s"
              .formatted(Names.quote(keyspace), Names.hint(keyspace, all));
      throw source.refused(
          context.keyspaceName().getStart(), message, new UnknownNameException(keyspace, message));
    }
    return new Describer(database).keyspace(keyspace);
  }

  @Override
  public Result visitDescribeTable(CqlParser.DescribeTableContext context) {
    String name = parsed.name(context.tableName());
    Describer describer = new Describer(database);
    if (context.TABLE() == null
        && database.find(name).isEmpty()
        && database.findByIndex(name).isPresent()) {
      return describer.index(name);
    }
    return describer.table(table(context.tableName()));
  }

  @Override
  public Result visitDescribeIndex(CqlParser.DescribeIndexContext context) {
    String name = parsed.name(context.indexName());
    if (database.findByIndex(name).isEmpty()) {
      throw source.refused(
          context.indexName().getStart(),
          "cannot find index "
              + name
              + ": no table has an index of this name; DESCRIBE TABLES lists the indexes",
          null);
    }
    return new Describer(database).index(name);
  }

  /** The table of that name, or an error at its place. */
  private Table table(CqlParser.TableNameContext context) {
    try {
      return database.table(columns.name(parsed, context));
    } catch (TableException e) {
      throw source.refused(context.getStart(), String.valueOf(e.getMessage()), e);
    }
  }
}
