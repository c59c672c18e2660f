package keywright.bench;

import java.util.Arrays;
import keywright.bench.SampleKeys.Event;
import keywright.bench.SampleKeys.Visit;
import org.apache.hadoop.hbase.util.Order;
import org.apache.hadoop.hbase.util.OrderedBytes;
import org.apache.hadoop.hbase.util.PositionedByteRange;
import org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange;

/** HBase's {@link OrderedBytes} called part by part: the bytes of {@link HBaseStruct}, unboxed. */
abstract class HBaseOrderedBytes<K> implements KeyLibrary<K> {
  private final PositionedByteRange range = new SimplePositionedMutableByteRange();

  /** The bytes that a new key needs at most when its texts are ASCII. */
  abstract int room(K key);

  abstract int write(K key, PositionedByteRange out);

  abstract K read(PositionedByteRange in);

  abstract long readPart(PositionedByteRange in);

  @Override
  public final byte[] encode(K key) {
    byte[] bytes = new byte[room(key)];
    int length = write(key, new SimplePositionedMutableByteRange(bytes));
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }

  @Override
  public final int encode(K key, byte[] buffer) {
    range.set(buffer);
    return write(key, range);
  }

  @Override
  public final K decode(byte[] rowKey) {
    return read(new SimplePositionedMutableByteRange(rowKey));
  }

  @Override
  public final long part(byte[] rowKey) {
    return readPart(new SimplePositionedMutableByteRange(rowKey));
  }

  static final class OfId extends HBaseOrderedBytes<SampleKeys.Id> {
    @Override
    int room(SampleKeys.Id key) {
      return 9;
    }

    @Override
    int write(SampleKeys.Id key, PositionedByteRange out) {
      return OrderedBytes.encodeInt64(out, key.id(), Order.ASCENDING);
    }

    @Override
    SampleKeys.Id read(PositionedByteRange in) {
      return new SampleKeys.Id(OrderedBytes.decodeInt64(in));
    }

    @Override
    long readPart(PositionedByteRange in) {
      return OrderedBytes.decodeInt64(in);
    }
  }

  static final class OfEvent extends HBaseOrderedBytes<Event> {
    @Override
    int room(Event key) {
      return 23;
    }

    @Override
    int write(Event key, PositionedByteRange out) {
      return OrderedBytes.encodeInt32(out, key.tenant(), Order.ASCENDING)
          + OrderedBytes.encodeInt64(out, key.at(), Order.DESCENDING)
          + OrderedBytes.encodeInt64(out, key.id(), Order.ASCENDING);
    }

    @Override
    Event read(PositionedByteRange in) {
      return new Event(
          OrderedBytes.decodeInt32(in), OrderedBytes.decodeInt64(in), OrderedBytes.decodeInt64(in));
    }

    @Override
    long readPart(PositionedByteRange in) {
      OrderedBytes.skip(in);
      OrderedBytes.skip(in);
      return OrderedBytes.decodeInt64(in);
    }
  }

  static final class OfVisit extends HBaseOrderedBytes<Visit> {
    @Override
    int room(Visit key) {
      return 18 + key.tenant().length() + key.page().length();
    }

    @Override
    int write(Visit key, PositionedByteRange out) {
      return OrderedBytes.encodeString(out, key.tenant(), Order.ASCENDING)
          + OrderedBytes.encodeInt32(out, key.shard(), Order.ASCENDING)
          + OrderedBytes.encodeInt64(out, key.at(), Order.DESCENDING)
          + OrderedBytes.encodeString(out, key.page(), Order.ASCENDING);
    }

    @Override
    Visit read(PositionedByteRange in) {
      return new Visit(
          OrderedBytes.decodeString(in),
          OrderedBytes.decodeInt32(in),
          OrderedBytes.decodeInt64(in),
          OrderedBytes.decodeString(in));
    }

    @Override
    long readPart(PositionedByteRange in) {
      OrderedBytes.skip(in);
      OrderedBytes.skip(in);
      return OrderedBytes.decodeInt64(in);
    }
  }
}
