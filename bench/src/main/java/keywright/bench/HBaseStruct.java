package keywright.bench;

import java.util.function.Function;
import keywright.bench.SampleKeys.Event;
import keywright.bench.SampleKeys.Visit;
import org.apache.hadoop.hbase.types.OrderedInt32;
import org.apache.hadoop.hbase.types.OrderedInt64;
import org.apache.hadoop.hbase.types.OrderedString;
import org.apache.hadoop.hbase.types.Struct;
import org.apache.hadoop.hbase.types.StructBuilder;
import org.apache.hadoop.hbase.util.PositionedByteRange;
import org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange;

/** HBase's {@link Struct} of ordered types. */
final class HBaseStruct<K> implements KeyLibrary<K> {
  private final Struct struct;
  private final int part;
  private final Function<K, Object[]> values;
  private final Function<Object[], K> key;
  private final PositionedByteRange range = new SimplePositionedMutableByteRange();

  private HBaseStruct(
      Struct struct, int part, Function<K, Object[]> values, Function<Object[], K> key) {
    this.struct = struct;
    this.part = part;
    this.values = values;
    this.key = key;
  }

  static KeyLibrary<SampleKeys.Id> ofId() {
    return new HBaseStruct<>(
        new StructBuilder().add(OrderedInt64.ASCENDING).toStruct(),
        0,
        k -> new Object[] {k.id()},
        v -> new SampleKeys.Id((Long) v[0]));
  }

  static KeyLibrary<Event> ofEvent() {
    return new HBaseStruct<>(
        new StructBuilder()
            .add(OrderedInt32.ASCENDING)
            .add(OrderedInt64.DESCENDING)
            .add(OrderedInt64.ASCENDING)
            .toStruct(),
        2,
        k -> new Object[] {k.tenant(), k.at(), k.id()},
        v -> new Event((Integer) v[0], (Long) v[1], (Long) v[2]));
  }

  static KeyLibrary<Visit> ofVisit() {
    return new HBaseStruct<>(
        new StructBuilder()
            .add(OrderedString.ASCENDING)
            .add(OrderedInt32.ASCENDING)
            .add(OrderedInt64.DESCENDING)
            .add(OrderedString.ASCENDING)
            .toStruct(),
        2,
        k -> new Object[] {k.tenant(), k.shard(), k.at(), k.page()},
        v -> new Visit((String) v[0], (Integer) v[1], (Long) v[2], (String) v[3]));
  }

  @Override
  public byte[] encode(K record) {
    Object[] row = values.apply(record);
    byte[] bytes = new byte[struct.encodedLength(row)];
    struct.encode(new SimplePositionedMutableByteRange(bytes), row);
    return bytes;
  }

  @Override
  public int encode(K record, byte[] buffer) {
    range.set(buffer);
    return struct.encode(range, values.apply(record));
  }

  @Override
  public K decode(byte[] rowKey) {
    return key.apply(struct.decode(new SimplePositionedMutableByteRange(rowKey)));
  }

  @Override
  public long part(byte[] rowKey) {
    return (Long) struct.decode(new SimplePositionedMutableByteRange(rowKey), part);
  }
}
