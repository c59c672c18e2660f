package keywright.design.certificate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import keywright.key.KeyException;
import keywright.key.Type;

/**
 * Values of a type at which encodings often fail: the lowest and highest value, zero and its
 * neighbours, values that are prefixes of others, bytes that are escaped, and texts at the limits
 * of UTF-8. For a type whose values have one byte, all its values are tested.
 */
public final class Corners {
  private static final int MOST_OF_TWO_BYTES = 512;
  private static final int[] EDGES = {0x00, 0x01, 0x30, 0x39, 0x61, 0x7F, 0x80, 0xFE, 0xFF};

  private static final List<Object> LITERALS =
      List.of(
          0,
          1,
          -1,
          10,
          255,
          256,
          -256,
          1L << 32,
          new BigDecimal("0.1"),
          new BigDecimal("-0.5"),
          new BigDecimal("9.99"),
          new BigDecimal("1E+400"),
          new BigDecimal("-1E-400"),
          BigInteger.ONE.shiftLeft(900),
          BigInteger.ONE.shiftLeft(64).negate(),
          Double.MIN_VALUE,
          -Double.MAX_VALUE,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          Double.NaN,
          true,
          false,
          "",
          "\0",
          "\0\0",
          "\u0001",
          "a",
          "a\0",
          "a\0b",
          "ab",
          "\u007f",
          "\u0080",
          "\uffff",
          "\ud83d\udd25",
          "1969-12-31",
          "2017-01-31",
          "23:59:59",
          "0.0.0.0",
          "127.0.0.1",
          "255.255.255.255",
          "::",
          "::1",
          "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
          // Of version 1, with the lowest and the highest time.
          new UUID(0x1000, Long.MIN_VALUE),
          new UUID(0x0000_0001_0000_1000L, Long.MIN_VALUE),
          new UUID(0xffff_ffff_ffff_1fffL, -1),
          new byte[] {},
          new byte[] {0},
          new byte[] {0, 0},
          new byte[] {0, 1},
          new byte[] {0, -1},
          new byte[] {1},
          new byte[] {-2},
          new byte[] {-1},
          new byte[] {-1, -1});

  private Corners() {}

  /** Different values of {@code type}, the same ones each time. */
  static List<Object> of(Type type) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (Object literal : LITERALS) {
      addLiteral(type, literal, values);
      addLiteral(type, List.of(), values);
      addLiteral(type, List.of(literal), values);
      addLiteral(type, List.of(literal, literal), values);
      addLiteral(type, Set.of(), values);
      addLiteral(type, Set.of(literal), values);
      addLiteral(type, Map.of(), values);
      addLiteral(type, Map.of(literal, literal), values);
      addLiteral(type, Map.of(String.valueOf(literal), 0), values);
      addLiteral(type, Map.of(0, String.valueOf(literal)), values);
    }
    int length = type.fixedLength();
    if (length == 1 || length == 2) {
      addAll(type, length, values);
    } else if (length > 0) {
      addEdges(type, length, values);
    }
    return new ArrayList<>(values.values());
  }

  private static void addLiteral(Type type, Object literal, Map<String, Object> values) {
    Object value = type.convertOrNull(literal);
    if (value != null) {
      add(type, value, values);
    }
  }

  private static void add(Type type, Object value, Map<String, Object> values) {
    values.putIfAbsent(HexFormat.of().formatHex(type.toBytes(value)), value);
  }

  private static void addBody(Type type, byte[] body, Map<String, Object> values) {
    try {
      add(type, type.fromBytes(body), values);
    } catch (KeyException e) {
      // No value has these bytes.
    }
  }

  /**
   * Adds every body of one byte. Of bodies of two bytes it adds all if there are few, as in an
   * enum, otherwise only edge values.
   */
  private static void addAll(Type type, int length, Map<String, Object> values) {
    Map<String, Object> all = new LinkedHashMap<>();
    for (int bits = 0; bits < 1 << (8 * length); bits++) {
      byte[] body = {(byte) (bits >> 8), (byte) bits};
      addBody(type, Arrays.copyOfRange(body, 2 - length, 2), all);
      if (all.size() > MOST_OF_TWO_BYTES) {
        addEdges(type, length, values);
        return;
      }
    }
    values.putAll(all);
  }

  /** Bodies in which all bytes are the same, except the first or the last. */
  private static void addEdges(Type type, int length, Map<String, Object> values) {
    for (int fill : EDGES) {
      for (int edge : EDGES) {
        byte[] body = new byte[length];
        Arrays.fill(body, (byte) fill);
        body[0] = (byte) edge;
        addBody(type, body, values);
        body[0] = (byte) fill;
        body[length - 1] = (byte) edge;
        addBody(type, body, values);
      }
    }
  }

  /**
   * A value whose body differs a little from the body of one of {@code values}, or one of {@code
   * values}.
   */
  static Object near(Type type, List<Object> values, SplittableRandom random) {
    Object value = values.get(random.nextInt(values.size()));
    byte[] body = type.toBytes(value);
    for (int attempt = 0; attempt < 4 && body.length > 0; attempt++) {
      byte[] changed = body.clone();
      int at = random.nextInt(body.length);
      if (type.fixedLength() < 0 && random.nextBoolean()) {
        changed = Arrays.copyOf(body, body.length + 1);
        System.arraycopy(body, at, changed, at + 1, body.length - at);
        changed[at] = (byte) EDGES[random.nextInt(EDGES.length)];
      } else {
        changed[at] ^= (byte) (1 << random.nextInt(8));
      }
      try {
        return type.fromBytes(changed);
      } catch (KeyException e) {
        // No value has these bytes: another place.
      }
    }
    return value;
  }
}
