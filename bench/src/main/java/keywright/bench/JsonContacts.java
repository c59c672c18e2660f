package keywright.bench;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/** The documents as JSON text on RocksDB, by code written by hand with Jackson. */
final class JsonContacts implements ContactStore {
  private static final TypeReference<Map<String, Object>> DOCUMENT = new TypeReference<>() {};

  private final ObjectMapper mapper = new ObjectMapper();
  private final PlainSettings settings = new PlainSettings();
  private final List<ColumnFamilyHandle> handles = new ArrayList<>();
  private final RocksDB database;

  JsonContacts(Path path) {
    try {
      database =
          RocksDB.open(
              settings.database(),
              path.toString(),
              List.of(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, settings.family())),
              handles);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] key(String id) {
    return id.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void insert(List<Map<String, Object>> documents) {
    for (Map<String, Object> document : documents) {
      byte[] key = key(String.valueOf(document.get("_id")));
      try {
        if (database.get(key) != null) {
          throw new IllegalStateException("found " + document.get("_id"));
        }
        database.put(key, mapper.writeValueAsBytes(document));
      } catch (RocksDBException | IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public void replace(List<Map<String, Object>> documents) {
    for (Map<String, Object> document : documents) {
      try {
        database.put(key(String.valueOf(document.get("_id"))), mapper.writeValueAsBytes(document));
      } catch (RocksDBException | IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public Map<String, Object> get(String id) {
    try {
      return mapper.readValue(database.get(key(id)), DOCUMENT);
    } catch (RocksDBException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String field(String id, String field) {
    try {
      return field(database.get(key(id)), field);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads tokens up to the field, and makes no tree. */
  private String field(byte[] json, String field) {
    try (JsonParser parser = mapper.createParser(json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean isWanted = parser.currentName().equals(field);
        parser.nextToken();
        if (isWanted) {
          return parser.getText();
        }
        parser.skipChildren();
      }
      throw new IllegalStateException("no " + field);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long range(String from, String to, String field) {
    long length = 0;
    try (Slice end = new Slice(key(to));
        ReadOptions read = new ReadOptions().setIterateUpperBound(end);
        RocksIterator rows = database.newIterator(read)) {
      for (rows.seek(key(from)); rows.isValid(); rows.next()) {
        length += field(rows.value(), field).length();
      }
    }
    return length;
  }

  @Override
  public void close() {
    try (FlushOptions flush = new FlushOptions()) {
      database.flush(flush);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
    handles.forEach(ColumnFamilyHandle::close);
    database.close();
    settings.close();
  }
}
