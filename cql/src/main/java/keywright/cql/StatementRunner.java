package keywright.cql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import keywright.key.KeyException;
import keywright.table.BatchWriter;
import keywright.table.Database;
import keywright.table.IndexDefinition;
import keywright.table.Plan;
import keywright.table.Row;
import keywright.table.Rows;
import keywright.table.Table;
import keywright.table.TableDefinition;
import keywright.table.TableException;
import keywright.table.Using;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** Carries out one statement: each rule of the grammar to the call that it stands for. */
final class StatementRunner extends CqlBaseVisitor<Result> {
  private final Database database;
  private final Parsed<?> parsed;
  private final Source source;
  private final Values values;

  StatementRunner(Database database, Parsed<?> parsed, Values values) {
    this.database = database;
    this.parsed = parsed;
    this.source = parsed.source();
    this.values = values;
  }

  @Override
  public Result visitCreateTable(CqlParser.CreateTableContext context) {
    DefinitionReader reader = new DefinitionReader(parsed, values);
    TableDefinition definition = reader.table(context);
    if (!database.createTable(definition, context.ifNotExists() != null)) {
      return thereAlready("table " + definition.name());
    }
    StringBuilder message = new StringBuilder("table " + definition.name() + " created");
    if (!reader.leftOut().isEmpty()) {
      message
          .append("; left out, for they mean nothing here: ")
          .append(String.join(", ", reader.leftOut()));
    }
    return Result.message(message.toString(), 0);
  }

  @Override
  public Result visitCreateIndex(CqlParser.CreateIndexContext context) {
    Table table = table(context.tableName());
    IndexDefinition index = new DefinitionReader(parsed, values).index(context);
    boolean created =
        database.createIndex(table.definition().name(), index, context.ifNotExists() != null);
    return created
        ? Result.message("index " + index.name() + " created", 0)
        : thereAlready("index " + index.name());
  }

  private static Result thereAlready(String what) {
    return Result.message(what + " is there already; nothing changed", 0);
  }

  @Override
  public Result visitCreateKeyspace(CqlParser.CreateKeyspaceContext context) {
    return noKeyspaces(context.keyspaceName());
  }

  @Override
  public Result visitUse(CqlParser.UseContext context) {
    return noKeyspaces(context.keyspaceName());
  }

  private static Result noKeyspaces(CqlParser.KeyspaceNameContext name) {
    return Result.message(
        "keyspace "
            + Parsed.name(name.name())
            + " accepted; the tables of all keyspaces are one"
            + " set here",
        0);
  }

  @Override
  public Result visitDropTable(CqlParser.DropTableContext context) {
    String name = DefinitionReader.name(context.tableName());
    return dropped("table " + name, database.dropTable(name, context.ifExists() != null));
  }

  @Override
  public Result visitDropIndex(CqlParser.DropIndexContext context) {
    String name = DefinitionReader.name(context.indexName());
    return dropped("index " + name, database.dropIndex(name, context.ifExists() != null));
  }

  private static Result dropped(String what, boolean dropped) {
    return Result.message(what + (dropped ? " dropped" : " is not there; nothing changed"), 0);
  }

  @Override
  public Result visitTruncate(CqlParser.TruncateContext context) {
    String name = table(context.tableName()).definition().name();
    database.truncate(name);
    return Result.message("table " + name + " truncated", 0);
  }

  @Override
  public Result visitInsert(CqlParser.InsertContext context) {
    Table table = table(context.tableName());
    TableColumns columns = new TableColumns(source, table.definition());
    List<String> names = new ArrayList<>();
    for (CqlParser.ColumnNameContext name : context.columnName()) {
      requireNew(names, columns.name(name), name.getStart());
    }
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (CqlParser.InsertRowContext row : context.insertRow()) {
      rows.add(row(names, row, columns));
    }
    Using using = new UsingReader(source, values).using(context.using());
    if (context.ifNotExists() != null) {
      long inserted = rows.stream().filter(row -> table.insertIfAbsent(row, using)).count();
      long there = rows.size() - inserted;
      return Result.message(
          Counts.rows(inserted) + " inserted" + (there == 0 ? "" : ", " + there + " there already"),
          inserted);
    }
    return insert(table, rows, using);
  }

  private Map<String, @Nullable Object> row(
      List<String> names, CqlParser.InsertRowContext context, TableColumns columns) {
    if (context.value().size() != names.size()) {
      throw source.unreadable(
          context.getStart(),
          "found %s, expected %d, one for each column"
              .formatted(Counts.of(context.value().size(), "value"), names.size()));
    }
    Map<String, @Nullable Object> row = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      CqlParser.ValueContext value = context.value(i);
      String name = names.get(i);
      row.put(name, columns.convert(name, values.of(value), value.getStart()));
    }
    return row;
  }

  private static Result insert(Table table, List<Map<String, @Nullable Object>> rows, Using using) {
    // Closed only when every row was taken, so that a wrong one leaves the others out too.
    BatchWriter writer = table.batchWriter(using);
    rows.forEach(writer::add);
    writer.close();
    StringBuilder message = new StringBuilder();
    message.append(Counts.rows(writer.inserted())).append(" inserted");
    if (writer.overwritten() > 0) {
      message.append(", ").append(writer.overwritten()).append(" overwritten");
    }
    if (writer.unchanged() > 0) {
      message.append(", ").append(writer.unchanged()).append(" there already");
    }
    return Result.message(message.toString(), writer.inserted() + writer.overwritten());
  }

  @Override
  public Result visitUpdate(CqlParser.UpdateContext context) {
    Table table = table(context.tableName());
    TableColumns columns = new TableColumns(source, table.definition());
    List<String> names = new ArrayList<>();
    Map<String, @Nullable Object> set = new HashMap<>();
    for (CqlParser.AssignmentContext assignment : context.assignment()) {
      String name = columns.name(assignment.columnName());
      requireNew(names, name, assignment.getStart());
      CqlParser.ValueContext value = assignment.value();
      set.put(name, columns.convert(name, values.of(value), value.getStart()));
    }
    long count =
        table.update(
            new QueryReader(parsed, values, columns).conditions(context.conditions()),
            set,
            new UsingReader(source, values).using(context.using()));
    return Result.message(Counts.rows(count) + " updated", count);
  }

  private void requireNew(List<String> names, String name, Token place) {
    if (names.contains(name)) {
      throw source.unreadable(
          place, "found column \"" + name + "\" a second time, expected each once");
    }
    names.add(name);
  }

  @Override
  public Result visitDelete(CqlParser.DeleteContext context) {
    Table table = table(context.tableName());
    TableColumns columns = new TableColumns(source, table.definition());
    long count =
        table.delete(new QueryReader(parsed, values, columns).conditions(context.conditions()));
    return Result.message(Counts.rows(count) + " deleted", count);
  }

  @Override
  public Result visitSelect(CqlParser.SelectContext context) {
    Table table = table(context.tableName());
    Rows rows = table.execute(plan(table, context));
    return Result.rows(QueryReader.named(context, rows.columns()), () -> next(rows), rows::close);
  }

  private @Nullable List<@Nullable Object> next(Rows rows) {
    try {
      Row row = rows.next();
      if (row == null) {
        return null;
      }
      @Nullable Object[] cells = new @Nullable Object[row.size()];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = row.get(i);
      }
      return Result.row(cells);
    } catch (TableException | KeyException e) {
      throw source.failed(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public Result visitExplain(CqlParser.ExplainContext context) {
    Table table = table(context.select().tableName());
    Plan plan = plan(table, context.select());
    List<String> lines = new ArrayList<>(plan.explain());
    if (context.ANALYZE() != null) {
      lines.addAll(analyze(table.execute(plan)));
    }
    return Result.lines("plan", lines);
  }

  private static List<String> analyze(Rows rows) {
    try (rows) {
      while (rows.next() != null) {
        // Only the counts matter.
      }
      long read = rows.entriesRead() + rows.rowsRead();
      long returned = rows.rowsReturned();
      String each =
          returned == 0 ? "" : "; %.1f read per row returned".formatted((double) read / returned);
      return List.of(
          "executed: %s and %s read, %s returned%s"
              .formatted(
                  Counts.of(rows.entriesRead(), "index entry", "index entries"),
                  Counts.rows(rows.rowsRead()),
                  Counts.rows(returned),
                  each));
    }
  }

  private Plan plan(Table table, CqlParser.SelectContext context) {
    TableColumns columns = new TableColumns(source, table.definition());
    return table.plan(new QueryReader(parsed, values, columns).query(context));
  }

  @Override
  public Result visitDescribeTables(CqlParser.DescribeTablesContext context) {
    return new Describer(database).tables();
  }

  @Override
  public Result visitDescribeTable(CqlParser.DescribeTableContext context) {
    String name = DefinitionReader.name(context.tableName());
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
    String name = DefinitionReader.name(context.indexName());
    if (database.findByIndex(name).isEmpty()) {
      throw source.refused(
          context.indexName().getStart(), "cannot find index \"" + name + "\"", null);
    }
    return new Describer(database).index(name);
  }

  /** The table of that name, or an error at its place. */
  private Table table(CqlParser.TableNameContext context) {
    try {
      return database.table(DefinitionReader.name(context));
    } catch (TableException e) {
      throw source.refused(context.getStart(), String.valueOf(e.getMessage()), e);
    }
  }
}
