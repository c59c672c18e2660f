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
 * A declared table without a database. It plans queries as a database would in which all indexes
 * are built. It does not check the declaration. Immutable.
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
   * @throws TableException with the reason
   */
  public void requireKept() {
    stored.requireKept();
  }

  /**
   * Checks that the engine can store the index as declared, as CREATE INDEX does.
   *
   * @throws TableException with the reason
   */
  public void requireKept(IndexDefinition index) {
    stored.requireKept(index);
  }

  /**
   * Computes the derived columns of a row from its documents. A column that the row has a value for
   * keeps it.
   *
   * @param row one value per column of {@link TableDefinition#allColumns}
   */
  public void derive(@Nullable Object[] row) {
    stored.deriveMissing(row);
  }

  /** The declaration of the table. */
  public TableDefinition definition() {
    return definition;
  }

  /**
   * The plan by which a query would be executed.
   *
   * @throws TableException as {@link Table#plan}
   */
  public Plan plan(Query query) {
    return Planner.plan(stored, query);
  }

  /**
   * Proposes an index that does not exist yet, with which a query would no longer read the whole
   * table; empty if no such index is possible. CREATE INDEX accepts this index, the planner would
   * choose it for the query, and its writes are spread over regions.
   *
   * @param isUsed tells whether a name is already taken by a table or an index
   */
  public Optional<IndexDefinition> indexServing(Query query, Predicate<String> isUsed) {
    return IndexAdvice.serving(stored, query, isUsed);
  }

  /**
   * A free name for an index, such as {@code payment_by_customer_id}.
   *
   * @param isUsed tells whether a name is already taken by a table or an index
   */
  public static String freeIndexName(
      String table, Collection<String> columns, Predicate<String> isUsed) {
    return IndexAdvice.freeName(table, columns, isUsed);
  }
}
