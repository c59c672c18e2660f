package keywright.cql;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import keywright.table.model.TableDefinition;

/**
 * The columns of the tables that a statement names, kept from one run to the next as long as the
 * declarations are the same. Safe for many threads.
 */
final class KnownColumns {
  private final Source source;
  private final Map<String, TableColumns> byTable = new ConcurrentHashMap<>(1);

  KnownColumns(Source source) {
    this.source = source;
  }

  TableColumns of(TableDefinition definition) {
    TableColumns known = byTable.get(definition.name());
    if (known == null || !known.areOf(definition)) {
      known = new TableColumns(source, definition);
      byTable.put(definition.name(), known);
    }
    return known;
  }
}
