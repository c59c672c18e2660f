package keywright.bench;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import keywright.bench.SampleKeys.Event;
import keywright.bench.SampleKeys.Visit;
import org.apache.phoenix.schema.SortOrder;
import org.apache.phoenix.schema.types.PInteger;
import org.apache.phoenix.schema.types.PLong;
import org.apache.phoenix.schema.types.PVarchar;

/**
 * Phoenix's types, put one after the other as in its row keys: numbers of fixed width, a text raw
 * and followed by a zero byte unless it is last.
 */
final class PhoenixTypes {
  private static final PLong LONG = PLong.INSTANCE;
  private static final PInteger INT = PInteger.INSTANCE;
  private static final PVarchar TEXT = PVarchar.INSTANCE;

  private PhoenixTypes() {}

  static final class OfId implements KeyLibrary<SampleKeys.Id> {
    @Override
    public byte[] encode(SampleKeys.Id key) {
      return LONG.toBytes(key.id(), SortOrder.ASC);
    }

    @Override
    public int encode(SampleKeys.Id key, byte[] buffer) {
      return LONG.getCodec().encodeLong(key.id(), buffer, 0);
    }

    @Override
    public SampleKeys.Id decode(byte[] rowKey) {
      return new SampleKeys.Id(part(rowKey));
    }

    @Override
    public long part(byte[] rowKey) {
      return LONG.getCodec().decodeLong(rowKey, 0, SortOrder.ASC);
    }
  }

  static final class OfEvent implements KeyLibrary<Event> {
    @Override
    public byte[] encode(Event key) {
      byte[] bytes = new byte[20];
      encode(key, bytes);
      return bytes;
    }

    @Override
    public int encode(Event key, byte[] buffer) {
      INT.getCodec().encodeInt(key.tenant(), buffer, 0);
      LONG.getCodec().encodeLong(key.at(), buffer, 4);
      SortOrder.invert(buffer, 4, buffer, 4, 8);
      LONG.getCodec().encodeLong(key.id(), buffer, 12);
      return 20;
    }

    @Override
    public Event decode(byte[] rowKey) {
      return new Event(
          INT.getCodec().decodeInt(rowKey, 0, SortOrder.ASC),
          LONG.getCodec().decodeLong(rowKey, 4, SortOrder.DESC),
          LONG.getCodec().decodeLong(rowKey, 12, SortOrder.ASC));
    }

    @Override
    public long part(byte[] rowKey) {
      return LONG.getCodec().decodeLong(rowKey, 12, SortOrder.ASC);
    }
  }

  static final class OfVisit implements KeyLibrary<Visit> {
    @Override
    public byte[] encode(Visit key) {
      byte[] bytes = new byte[13 + 3 * (key.tenant().length() + key.page().length())];
      return Arrays.copyOf(bytes, encode(key, bytes));
    }

    @Override
    public int encode(Visit key, byte[] buffer) {
      int at = TEXT.toBytes(key.tenant(), buffer, 0);
      buffer[at++] = 0;
      INT.getCodec().encodeInt(key.shard(), buffer, at);
      LONG.getCodec().encodeLong(key.at(), buffer, at + 4);
      SortOrder.invert(buffer, at + 4, buffer, at + 4, 8);
      return at + 12 + TEXT.toBytes(key.page(), buffer, at + 12);
    }

    @Override
    public Visit decode(byte[] rowKey) {
      int end = textEnd(rowKey);
      return new Visit(
          new String(rowKey, 0, end, StandardCharsets.UTF_8),
          INT.getCodec().decodeInt(rowKey, end + 1, SortOrder.ASC),
          LONG.getCodec().decodeLong(rowKey, end + 5, SortOrder.DESC),
          (String) TEXT.toObject(rowKey, end + 13, rowKey.length - end - 13));
    }

    @Override
    public long part(byte[] rowKey) {
      return LONG.getCodec().decodeLong(rowKey, textEnd(rowKey) + 5, SortOrder.DESC);
    }

    private static int textEnd(byte[] rowKey) {
      int at = 0;
      while (rowKey[at] != 0) {
        at++;
      }
      return at;
    }
  }
}
