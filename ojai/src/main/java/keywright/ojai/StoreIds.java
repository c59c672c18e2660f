package keywright.ojai;

import java.util.List;
import java.util.Map;
import keywright.key.Condition;
import keywright.key.KeySchema;
import keywright.ojai.ValueOrder.Group;
import keywright.table.model.DocumentTable;
import keywright.table.model.OrderBy;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * How the ids of documents and the key columns of their table correspond. Ids are plain strings or
 * {@code ByteBuffer}s. Safe for many threads.
 */
interface StoreIds {
  /**
   * A query of the table.
   *
   * @param range the ids that are wanted of its rows; null if all of them are
   */
  record Part(List<Condition> conditions, ValueRanges.@Nullable Range range) {
    /** Whether a row of the query is wanted. */
    boolean wants(Object id) {
      return range == null || range.contains(ValueRanges.Cut.before(id));
    }
  }

  /** Those of a document table. */
  static StoreIds of(DocumentTable table) {
    TableDefinition definition = table.definition();
    KeySchema computed = table.ids();
    if (computed != null) {
      return new ComputedIds(definition, computed);
    }
    return new GivenIds(
        definition.column(DocumentTable.ID).orElseThrow().type().toString().equals("blob")
            ? Group.BINARY
            : Group.STRING);
  }

  /** STRING or BINARY. */
  Group group();

  /** The columns of the key, in the order of {@link #keyValues}. */
  List<String> keyColumns();

  /** The values of the key columns; null if no document can have this id. */
  Object @Nullable [] keyValues(Object id);

  /** The id of the document in a row that has the key columns. */
  Object id(Row row);

  /** The id that follows from the fields of a document; null if every document can have any id. */
  @Nullable Object computed(Map<String, @Nullable Object> document);

  /** The columns that an insert sets beside the document. */
  Map<String, @Nullable Object> columns(Object id);

  /**
   * Queries of the table that together find the ids in {@code ranges}, each id once. The ids of a
   * query are before those of the next one.
   */
  List<Part> parts(ValueRanges ranges);

  /** The order of ids as an order of the table; empty if it has none. */
  List<OrderBy> order(boolean descending);
}
