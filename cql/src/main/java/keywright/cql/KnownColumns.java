package keywright.cql;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import keywright.cql.grammar.CqlParser;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * What a statement keeps from one run to the next: the names of its tables, which never change, and
 * their columns and its SELECT as it was read for them, as long as the declarations are the same.
 * Safe for many threads.
 */
final class KnownColumns {
  private final Source source;
  private final Map<CqlParser.TableNameContext, String> names = new ConcurrentHashMap<>(1);
  private final Map<String, TableColumns> byTable = new ConcurrentHashMap<>(1);

  private volatile @Nullable QueryReader lastSelect;

  KnownColumns(Source source) {
    this.source = source;
  }

  /**
   * The name of a table with its keyspace.
   *
   * @param parsed the statement, the same in each run
   */
  String name(Parsed<?> parsed, CqlParser.TableNameContext context) {
    String known = names.get(context);
    if (known == null) {
      known = parsed.name(context);
      names.put(context, known);
    }
    return known;
  }

  TableColumns of(TableDefinition definition) {
    TableColumns known = byTable.get(definition.name());
    if (known == null || !known.areOf(definition)) {
      known = new TableColumns(source, definition);
      byTable.put(definition.name(), known);
    }
    return known;
  }

  /**
   * A SELECT of the statement, read for a declaration of its table.
   *
   * @param values the values of any run; no parameter is read from them
   */
  QueryReader select(
      Parsed<?> parsed, CqlParser.SelectContext select, TableDefinition table, Values values) {
    TableColumns columns = of(table);
    QueryReader known = lastSelect;
    if (known == null || !known.hasRead(select, columns)) {
      known = new QueryReader(parsed, select, values, columns);
      lastSelect = known;
    }
    return known;
  }
}
