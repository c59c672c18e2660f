package keywright.key;

import java.util.Arrays;

/**
 * What {@link RowKeyWriter} and {@link RowKeyReader} say when something is wrong, in words. They
 * call it by way of {@link Refusals}.
 *
 * <p>No instance is made. The class is a throwable because HotSpot inlines no method of one (unless
 * it is called by the method that is compiled itself, hence the way): so the code that makes
 * messages stays out of the code that makes bytes, however many errors there were.
 */
final class RowKeyErrors extends RuntimeException {
  private static final long serialVersionUID = 1;

  private RowKeyErrors() {}

  private static String quoted(KeySchema schema, int part) {
    return "part " + (part + 1) + " \"" + schema.parts().get(part).name() + "\"";
  }

  private static String declared(KeySchema schema) {
    return "(" + String.join(", ", KeyPart.names(schema.parts())) + ")";
  }

  static KeyException noWriter(KeySchema schema, int offset, int length) {
    if (!(schema.codec() instanceof Kw1Codec)) {
      return KeyException.of(
          "cannot write a row key part by part: the format is "
              + schema.format().name()
              + ", expected kw1; use rowKey");
    }
    for (int i = 0; i < schema.parts().size(); i++) {
      if (!(schema.expressions().get(i) instanceof ColumnReference)) {
        return KeyException.of(
            "cannot write a row key part by part: "
                + quoted(schema, i)
                + " is computed, expected columns alone; use rowKey or codec");
      }
    }
    return KeyException.of(
        "cannot write a row key: found offset "
            + offset
            + ", expected 0 to "
            + length
            + ", the length of the buffer");
  }

  static KeyException noReader(KeySchema schema, int from, int to, int length) {
    if (!(schema.codec() instanceof Kw1Codec)) {
      return KeyException.of(
          "cannot read a row key part by part: the format is "
              + schema.format().name()
              + ", expected kw1; use decode");
    }
    return KeyException.of(
        "cannot read a row key: found the range ["
            + from
            + ", "
            + to
            + "), expected a range inside the array of "
            + length
            + " bytes");
  }

  private static KeyException noPart(KeySchema schema, String doing, int part) {
    return KeyException.of(
        "cannot "
            + doing
            + " part "
            + (part + 1)
            + ": the key "
            + declared(schema)
            + " has only "
            + schema.parts().size()
            + (schema.parts().size() == 1 ? " part" : " parts"));
  }

  static KeyException wrongPut(KeySchema schema, int part, Carrier found) {
    if (part >= schema.parts().size()) {
      return noPart(schema, "write", part);
    }
    return KeyException.of(
        "cannot write "
            + quoted(schema, part)
            + ": found "
            + found.put()
            + ", expected "
            + schema.partType(part).carrier().put()
            + " for "
            + schema.partType(part));
  }

  static KeyException wrongNull(KeySchema schema, int part) {
    if (part >= schema.parts().size()) {
      return noPart(schema, "write", part);
    }
    return KeyException.of(
        "cannot encode "
            + schema.parts().get(part).name()
            + ": found null, expected a value, because this key part is NOT NULL; give the part a value");
  }

  /** The part that {@code value} encodes to. */
  static byte[] encoded(KeySchema schema, int part, Object value) {
    try {
      return schema.layouts()[part].encode(schema.partType(part).convert(value));
    } catch (KeyException e) {
      throw KeyException.of(
          "cannot encode " + schema.parts().get(part).name() + ": " + e.getMessage());
    }
  }

  /** A value that is not one of the part's type, or for which there is no room. */
  static KeyException misfit(KeySchema schema, int part, Object value, int offset, int length) {
    int bytes = schema.layouts()[part].bytes;
    if (bytes < 0 || schema.layouts()[part].carrier != Carrier.DATE) {
      try {
        byte[] encoded = encoded(schema, part, value);
        bytes = encoded.length - (schema.partNullable(part) ? 1 : 0);
      } catch (KeyException e) {
        return e;
      }
    }
    return noRoom(schema, part, bytes, offset, length);
  }

  static KeyException noRoom(KeySchema schema, int part, int bytes, int offset, int length) {
    return KeyException.bytes(
        part,
        offset,
        "cannot write "
            + quoted(schema, part)
            + ": needs "
            + bytes(bytes)
            + " at offset "
            + offset
            + ", found space for "
            + (length - offset)
            + "; pass a longer buffer");
  }

  private static String bytes(int count) {
    return count + (count == 1 ? " byte" : " bytes");
  }

  static KeyException unfinished(KeySchema schema, int part) {
    return KeyException.of(
        "cannot end a row key of "
            + declared(schema)
            + ": found "
            + part
            + " parts written, expected "
            + schema.parts().size()
            + "; write the other parts first");
  }

  static KeyException wrongGet(KeySchema schema, int part, Carrier found) {
    if (part < 0 || part >= schema.parts().size()) {
      return noPart(schema, "read", part);
    }
    return KeyException.of(
        "cannot read "
            + quoted(schema, part)
            + ": found "
            + found.get()
            + ", expected "
            + schema.partType(part).carrier().get()
            + " for "
            + schema.partType(part));
  }

  static KeyException foundNull(KeySchema schema, int part) {
    return KeyException.of(
        "cannot read "
            + quoted(schema, part)
            + ": found null, expected a value; call isNull first");
  }

  static KeyException unread(KeySchema schema, int part) {
    return KeyException.of(
        "cannot end at "
            + quoted(schema, part)
            + ": found "
            + part
            + " parts read, expected "
            + schema.parts().size()
            + "; read or skip the other parts first");
  }

  /** A number that is not one of the type, or one that Java's primitive does not hold. */
  static KeyException outOfRange(
      KeySchema schema, int part, long value, byte[] bytes, int from, int to) {
    try {
      schema.codec().decode(Arrays.copyOfRange(bytes, from, to));
    } catch (KeyException e) {
      if (e.part() == part) {
        return e;
      }
    }
    boolean beyondLong = value < 0 && schema.layouts()[part].lowest == 0;
    return KeyException.of(
        "cannot read "
            + quoted(schema, part)
            + ": found "
            + (beyondLong ? Long.toUnsignedString(value) : Long.toString(value))
            + (beyondLong ? ", expected a long; use get" : ", expected an int; use getLong"));
  }

  /** What {@link KeySchema#decode} says to the row key {@code [from, to)}. */
  static KeyException malformed(KeySchema schema, byte[] bytes, int from, int to) {
    try {
      schema.codec().decode(Arrays.copyOfRange(bytes, from, to));
    } catch (KeyException e) {
      return e;
    }
    throw new IllegalStateException("a row key is refused that decode takes");
  }
}
