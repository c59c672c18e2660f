package keywright.bench;

import keywright.bench.SampleKeys.Event;
import keywright.bench.SampleKeys.Visit;
import keywright.key.KeyCodec;
import keywright.key.KeySchema;
import keywright.key.PartReader;

/** Keywright with the codec that it generates for a schema and a record. */
abstract class KeywrightRecord<K extends Record> implements KeyLibrary<K> {
  private static final KeySchema IDS = KeySchema.parse("id bigint", "id");
  private static final KeySchema EVENTS =
      KeySchema.parse("tenant int, at timestamp, id bigint", "tenant, at DESC, id");
  private static final KeySchema VISITS =
      KeySchema.parse(
          "tenant text, shard int, at timestamp, page text", "tenant, shard, at DESC, page");

  // A program keeps readers in such fields, as their Javadoc says.
  private static final PartReader ID = PartReader.of(IDS, 0);
  private static final PartReader EVENT_ID = PartReader.of(EVENTS, 2);
  private static final PartReader VISITED_AT = PartReader.of(VISITS, 2);

  private final KeyCodec<K> codec;

  private KeywrightRecord(KeySchema schema, Class<K> type) {
    codec = schema.codec(type);
  }

  static KeyLibrary<SampleKeys.Id> ofId() {
    return new KeywrightRecord<>(IDS, SampleKeys.Id.class) {
      @Override
      public long part(byte[] rowKey) {
        return ID.getLong(rowKey);
      }
    };
  }

  static KeyLibrary<Event> ofEvent() {
    return new KeywrightRecord<>(EVENTS, Event.class) {
      @Override
      public long part(byte[] rowKey) {
        return EVENT_ID.getLong(rowKey);
      }
    };
  }

  static KeyLibrary<Visit> ofVisit() {
    return new KeywrightRecord<>(VISITS, Visit.class) {
      @Override
      public long part(byte[] rowKey) {
        return VISITED_AT.getTimestamp(rowKey);
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
