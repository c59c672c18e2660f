package keywright.ojai;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import keywright.ojai.ValueOrder.Group;
import keywright.table.model.DocumentTable;
import keywright.table.model.OrderBy;
import keywright.table.model.Row;
import org.jspecify.annotations.Nullable;

/** Ids that the program gives, in the column {@code _id}. */
record GivenIds(Group group) implements StoreIds {
  @Override
  public List<String> keyColumns() {
    return List.of(DocumentTable.ID);
  }

  @Override
  public Object[] keyValues(Object id) {
    return new Object[] {IdRanges.key(id)};
  }

  @Override
  public Object id(Row row) {
    Object id = row.get(DocumentTable.ID);
    return id instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : String.valueOf(id);
  }

  @Override
  public @Nullable Object computed(Map<String, @Nullable Object> document) {
    return null;
  }

  @Override
  public Map<String, @Nullable Object> columns(Object id) {
    return Map.of(DocumentTable.ID, IdRanges.key(id));
  }

  @Override
  public List<Part> parts(ValueRanges ranges) {
    return new IdRanges(DocumentTable.ID, group)
        .conditions(ranges).stream().map(conditions -> new Part(conditions, null)).toList();
  }

  @Override
  public List<OrderBy> order(boolean descending) {
    return List.of(new OrderBy(DocumentTable.ID, descending));
  }
}
