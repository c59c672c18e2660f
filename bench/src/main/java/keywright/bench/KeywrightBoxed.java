package keywright.bench;

import java.time.Instant;
import java.util.function.Function;
import keywright.bench.SampleKeys.Event;
import keywright.bench.SampleKeys.Visit;
import keywright.key.Key;
import keywright.key.KeySchema;

/** Keywright with values as objects: what a program uses whose keys are declared at run time. */
@SuppressWarnings("NullAway") // no column of these keys may be null
final class KeywrightBoxed<K> implements KeyLibrary<K> {
  private final KeySchema schema;
  private final int part;
  private final Function<K, Object[]> values;
  private final Function<Key, K> key;

  private KeywrightBoxed(
      KeySchema schema, int part, Function<K, Object[]> values, Function<Key, K> key) {
    this.schema = schema;
    this.part = part;
    this.values = values;
    this.key = key;
  }

  static KeyLibrary<SampleKeys.Id> ofId() {
    return new KeywrightBoxed<>(
        KeySchema.parse("id bigint", "id"),
        0,
        k -> new Object[] {k.id()},
        k -> new SampleKeys.Id((long) k.part(0)));
  }

  static KeyLibrary<Event> ofEvent() {
    return new KeywrightBoxed<>(
        KeySchema.parse("tenant int, at timestamp, id bigint", "tenant, at DESC, id"),
        2,
        k -> new Object[] {k.tenant(), Instant.ofEpochMilli(k.at()), k.id()},
        k -> new Event((int) k.part(0), ((Instant) k.part(1)).toEpochMilli(), (long) k.part(2)));
  }

  static KeyLibrary<Visit> ofVisit() {
    return new KeywrightBoxed<>(
        KeySchema.parse(
            "tenant text, shard int, at timestamp, page text", "tenant, shard, at DESC, page"),
        2,
        k -> new Object[] {k.tenant(), k.shard(), Instant.ofEpochMilli(k.at()), k.page()},
        k ->
            new Visit(
                (String) k.part(0),
                (int) k.part(1),
                ((Instant) k.part(2)).toEpochMilli(),
                (String) k.part(3)));
  }

  @Override
  public byte[] encode(K record) {
    return schema.encode(schema.key(values.apply(record)));
  }

  @Override
  public int encode(K record, byte[] buffer) {
    byte[] rowKey = encode(record);
    System.arraycopy(rowKey, 0, buffer, 0, rowKey.length);
    return rowKey.length;
  }

  @Override
  public K decode(byte[] rowKey) {
    return key.apply(schema.decode(rowKey));
  }

  @Override
  public long part(byte[] rowKey) {
    Object value = schema.decode(rowKey).part(part);
    return value instanceof Instant time ? time.toEpochMilli() : (long) value;
  }
}
