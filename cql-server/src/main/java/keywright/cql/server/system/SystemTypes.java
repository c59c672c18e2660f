package keywright.cql.server.system;

import com.datastax.oss.protocol.internal.ProtocolConstants.DataType;
import com.datastax.oss.protocol.internal.response.result.RawType;
import keywright.cql.protocol.NativeValues;

/** The types of system tables. */
final class SystemTypes {
  static final RawType TEXT = NativeValues.primitive(DataType.VARCHAR);

  private SystemTypes() {}

  /** Reads a type such as {@code set<text>} or {@code map<text:blob>}. */
  static RawType parse(String text) {
    return switch (text) {
      case "text" -> TEXT;
      case "boolean" -> NativeValues.primitive(DataType.BOOLEAN);
      case "int" -> NativeValues.primitive(DataType.INT);
      case "bigint" -> NativeValues.primitive(DataType.BIGINT);
      case "double" -> NativeValues.primitive(DataType.DOUBLE);
      case "uuid" -> NativeValues.primitive(DataType.UUID);
      case "inet" -> NativeValues.primitive(DataType.INET);
      case "blob" -> NativeValues.primitive(DataType.BLOB);
      case "timestamp" -> NativeValues.primitive(DataType.TIMESTAMP);
      case "set<text>" -> new RawType.RawSet(TEXT);
      case "list<text>" -> new RawType.RawList(TEXT);
      case "map<text:text>" -> new RawType.RawMap(TEXT, TEXT);
      case "map<text:blob>" -> new RawType.RawMap(TEXT, NativeValues.primitive(DataType.BLOB));
      case "map<uuid:blob>" ->
          new RawType.RawMap(
              NativeValues.primitive(DataType.UUID), NativeValues.primitive(DataType.BLOB));
      default -> throw new IllegalArgumentException("found the type " + text);
    };
  }
}
