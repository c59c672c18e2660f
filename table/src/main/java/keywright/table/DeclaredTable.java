package keywright.table;

import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;
import keywright.table.layout.StoredTable;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.query.IndexAdvice;
import keywright.table.query.Planner;
import org.jspecify.annotations.Nullable;

/**
 * A declared table without a database, for planning queries. The plan of a query is the plan that a
 * database would choose if all declared indexes were built. The declaration is not checked.
 * Immutable.
 */
public final class DeclaredTable {
  private final TableDefinition definition;
  private final StoredTable stored;

  private DeclaredTable(TableDefinition definition, StoredTable stored) {
    this.definition = definition;
    this.stored = stored;
  }

  /**
   * Declares the table for an engine that stores all rows in key order and has atomic batches, such
   * as RocksDB.
   */
  public static DeclaredTable of(TableDefinition definition) {
    return new DeclaredTable(definition, StoredTable.declared(definition));
  }

  /**
   * Declares the table for an engine with partitions and single-row atomicity, such as Cassandra.
   * Such an engine has rows in key order only inside a partition.
   */
  public static DeclaredTable inPartitions(TableDefinition definition) {
    return new DeclaredTable(definition, StoredTable.declaredInPartitions(definition));
  }

  /** Whether the engine has rows in key order only inside a partition. */
  public boolean isInPartitions() {
    return stored.traits().fixedPartsInOrder(stored.layout()) > 0;
  }

  /**
   * Checks that the engine can store the table and its indexes as declared, as CREATE TABLE does.
   *
   * @throws TableException if the engine cannot store them; the message gives the reason
   */
  public void requireKept() {
    stored.requireKept();
  }

  /**
   * Checks that the engine can store the index as declared, as CREATE INDEX does.
   *
   * @throws TableException if the engine cannot store the index; the message gives the reason
   */
  public void requireKept(IndexDefinition index) {
    stored.requireKept(index);
  }

  /**
   * Computes the derived columns of a row from its documents, and sets them in {@code row}. If
   * {@code row} already has a value for a derived column, that value stays.
   *
   * @param row the values of the row: one value for each column of {@link
   *     TableDefinition#allColumns}, in that order; null for a column without a value
   */
  public void derive(@Nullable Object[] row) {
    stored.deriveMissing(row);
  }

  /** The declaration of the table. */
  public TableDefinition definition() {
    return definition;
  }

  /**
   * Plans a query, without reading rows. The plan is the one that a database with this table would
   * execute.
   *
   * @throws TableException as {@link Table#plan}
   */
  public Plan plan(Query query) {
    return Planner.plan(stored, query);
  }

  /**
   * Proposes an index with which a query that reads the whole table would read only a range of
   * index entries. {@code CREATE INDEX} accepts the proposed index, and the planner would choose it
   * for the query. The writes of the index are spread over regions.
   *
   * @param isUsed tells whether a name is already the name of a table or an index
   * @return the proposed index, which does not exist yet; empty if no such index is possible
   */
  public Optional<IndexDefinition> indexServing(Query query, Predicate<String> isUsed) {
    return IndexAdvice.serving(stored, query, isUsed);
  }

  /**
   * A name for a new index that is not used yet, such as {@code payment_by_customer_id}. The name
   * is made of the name of the table and the names of the columns.
   *
   * @param isUsed tells whether a name is already the name of a table or an index
   */
  public static String freeIndexName(
      String table, Collection<String> columns, Predicate<String> isUsed) {
    return IndexAdvice.freeName(table, columns, isUsed);
  }
}
