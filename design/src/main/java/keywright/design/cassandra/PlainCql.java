package keywright.design.cassandra;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import keywright.cql.Design;
import keywright.cql.QueryLoad;
import keywright.table.DeclaredTable;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;

/**
 * Writes a design in the CQL of Cassandra, for programs that use only Cassandra's driver. The text
 * has one table for each key of the design, and for each query the SELECT statements that answer
 * it.
 */
public final class PlainCql {
  private PlainCql() {}

  /**
   * The CQL statements for {@code design}, with comments.
   *
   * @throws TableException for the first declaration or query that Cassandra cannot express; the
   *     message gives the reason
   */
  public static String of(Design design) {
    List<String> blocks = new ArrayList<>();
    for (TableDefinition table : design.tables()) {
      Map<String, PlainTable> keys = new LinkedHashMap<>();
      keys.put("", new PlainTable(table, null));
      for (IndexDefinition index : table.indexes()) {
        keys.put(index.name(), new PlainTable(table, index));
      }
      keys.values().forEach(key -> blocks.add(key.create()));
      List<QueryLoad> loads = new ArrayList<>(design.queries(table.name()));
      design.selects().stream()
          .filter(select -> select.table().name().equals(table.name()))
          .forEach(loads::add);
      for (QueryLoad load : loads) {
        Query query = load.narrowSampleQuery();
        Plan plan;
        try {
          plan = DeclaredTable.inPartitions(table).plan(query);
        } catch (TableException e) {
          throw new TableException(
              e.code(), "cannot generate query %s: %s".formatted(load.name(), e.getMessage()), e);
        }
        PlainTable read = Objects.requireNonNull(keys.get(plan.index().orElse("")));
        blocks.add(PlainSelect.of(load, query, plan, read));
      }
    }
    return String.join("\n\n", blocks) + "\n";
  }
}
