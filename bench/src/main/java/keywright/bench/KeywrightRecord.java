package keywright.bench;

import keywright.bench.SampleKeys.Event;
import keywright.bench.SampleKeys.Visit;
import keywright.key.KeyCodec;
import keywright.key.KeySchema;
import keywright.key.PartReader;

/** Keywright with the codec that it generates for a schema and a record. */
abstract class KeywrightRecord<K extends Record> implements KeyLibrary<K> {
  final PartReader part;
  private final KeyCodec<K> codec;

  private KeywrightRecord(String columns, String key, Class<K> type, int read) {
    KeySchema schema = KeySchema.parse(columns, key);
    codec = schema.codec(type);
    part = PartReader.of(schema, read);
  }

  static KeyLibrary<SampleKeys.Id> ofId() {
    return new KeywrightRecord<>("id bigint", "id", SampleKeys.Id.class, 0) {
      @Override
      public long part(byte[] rowKey) {
        return part.getLong(rowKey);
      }
    };
  }

  static KeyLibrary<Event> ofEvent() {
    return new KeywrightRecord<>(
        "tenant int, at timestamp, id bigint", "tenant, at DESC, id", Event.class, 2) {
      @Override
      public long part(byte[] rowKey) {
        return part.getLong(rowKey);
      }
    };
  }

  static KeyLibrary<Visit> ofVisit() {
    return new KeywrightRecord<>(
        "tenant text, shard int, at timestamp, page text",
        "tenant, shard, at DESC, page",
        Visit.class,
        2) {
      @Override
      public long part(byte[] rowKey) {
        return part.getTimestamp(rowKey);
      }
    };
  }

  @Override
  public final byte[] encode(K key) {
    return codec.encode(key);
  }

  @Override
  public final int encode(K key, byte[] buffer) {
    return codec.encode(key, buffer, 0);
  }

  @Override
  public final K decode(byte[] rowKey) {
    return codec.decode(rowKey);
  }
}
