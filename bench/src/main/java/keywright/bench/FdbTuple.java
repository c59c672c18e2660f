package keywright.bench;

import com.apple.foundationdb.tuple.Tuple;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Function;
import keywright.bench.SampleKeys.Event;
import keywright.bench.SampleKeys.Visit;

/**
 * FoundationDB's {@link Tuple}. It has no descending elements; a time that sorts latest first is
 * written as {@code Long.MAX_VALUE - time}.
 */
final class FdbTuple<K> implements KeyLibrary<K> {
  private final int part;
  private final Function<K, Tuple> tuple;
  private final Function<Tuple, K> key;

  private FdbTuple(int part, Function<K, Tuple> tuple, Function<Tuple, K> key) {
    this.part = part;
    this.tuple = tuple;
    this.key = key;
  }

  static KeyLibrary<SampleKeys.Id> ofId() {
    return new FdbTuple<>(0, k -> new Tuple().add(k.id()), t -> new SampleKeys.Id(t.getLong(0)));
  }

  static KeyLibrary<Event> ofEvent() {
    return new FdbTuple<>(
        2,
        k -> new Tuple().add(k.tenant()).add(Long.MAX_VALUE - k.at()).add(k.id()),
        t -> new Event((int) t.getLong(0), Long.MAX_VALUE - t.getLong(1), t.getLong(2)));
  }

  static KeyLibrary<Visit> ofVisit() {
    return new FdbTuple<>(
        2,
        k -> new Tuple().add(k.tenant()).add(k.shard()).add(Long.MAX_VALUE - k.at()).add(k.page()),
        t ->
            new Visit(
                t.getString(0), (int) t.getLong(1), Long.MAX_VALUE - t.getLong(2), t.getString(3)));
  }

  @Override
  public byte[] encode(K record) {
    return tuple.apply(record).pack();
  }

  @Override
  public int encode(K record, byte[] buffer) {
    ByteBuffer out = ByteBuffer.wrap(buffer).order(ByteOrder.BIG_ENDIAN);
    tuple.apply(record).packInto(out);
    return out.position();
  }

  @Override
  public K decode(byte[] rowKey) {
    return key.apply(Tuple.fromBytes(rowKey));
  }

  /** A tuple is decoded as a whole: elements cannot be skipped. */
  @Override
  public long part(byte[] rowKey) {
    long value = Tuple.fromBytes(rowKey).getLong(part);
    return rowKey[0] == 0x02 ? Long.MAX_VALUE - value : value;
  }
}
