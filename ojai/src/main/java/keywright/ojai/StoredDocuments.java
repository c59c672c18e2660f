package keywright.ojai;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import keywright.key.Condition;
import keywright.table.model.DocumentPath;
import keywright.table.model.DocumentReader;
import keywright.table.model.DocumentTable;
import org.jspecify.annotations.Nullable;
import org.ojai.exceptions.DecodingException;
import org.ojai.types.ODate;
import org.ojai.types.OTime;
import org.ojai.types.OTimestamp;

/**
 * Reads documents in their stored binary form. It reads the values of derived columns: for each
 * value it reads only the field that the column's path names. It also converts the documents of
 * document tables from JSON and to JSON. Safe for many threads.
 */
public final class StoredDocuments implements DocumentReader {
  /** Makes a reader; {@code ServiceLoader} calls this constructor. */
  public StoredDocuments() {}

  @Override
  public @Nullable Object value(byte[] document, DocumentPath path) {
    try {
      return value(path.in(DocumentBytes.mapView(document)));
    } catch (DecodingException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  @Override
  public @Nullable String json(byte[] document, DocumentPath path) {
    try {
      Object found = path.in(DocumentBytes.mapView(document));
      return found == null ? null : written(found);
    } catch (DecodingException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  @Override
  public String json(byte[] document) {
    try {
      return written(DocumentBytes.mapView(document));
    } catch (DecodingException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static String written(Object value) {
    StringBuilder json = new StringBuilder();
    JsonText.write(json, value);
    return json.toString();
  }

  @Override
  public Predicate<byte @Nullable []> test(DocumentPath path, Condition condition) {
    Predicate<@Nullable Object> test = UntypedConditions.of(condition);
    return document -> {
      try {
        return test.test(document == null ? null : path.in(DocumentBytes.mapView(document)));
      } catch (DecodingException e) {
        throw new IllegalArgumentException(e.getMessage(), e);
      }
    };
  }

  /** A plain value as one of a table. */
  static @Nullable Object value(@Nullable Object plain) {
    if (plain instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return bytes;
    } else if (plain instanceof ODate date) {
      return LocalDate.ofEpochDay(date.toDaysSinceEpoch());
    } else if (plain instanceof OTime time) {
      return LocalTime.ofNanoOfDay(time.toTimeInMillis() * 1_000_000L);
    } else if (plain instanceof OTimestamp timestamp) {
      return Instant.ofEpochMilli(timestamp.getMillis());
    } else if (plain instanceof List<?> list) {
      List<@Nullable Object> values = new ArrayList<>(list.size());
      list.forEach(element -> values.add(value(element)));
      return values;
    } else if (plain instanceof Map<?, ?> map) {
      Map<Object, @Nullable Object> values = new LinkedHashMap<>();
      map.forEach((name, held) -> values.put(name, value(held)));
      return values;
    }
    return plain;
  }

  @Override
  public void check(byte[] document) {
    try {
      DocumentBytes.check(document);
    } catch (DecodingException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  @Override
  public byte[] @Nullable [] divide(byte[] document, List<String> fields) {
    try {
      return DividedDocument.divide(document, fields);
    } catch (DecodingException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  @Override
  public byte @Nullable [] join(byte[] @Nullable [] parts) {
    try {
      return DividedDocument.join(parts);
    } catch (DecodingException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  @Override
  public JsonDocuments json(DocumentTable table) {
    return new JsonRows(StoreIds.of(table), table.definition().name());
  }
}
