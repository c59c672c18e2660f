package keywright.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Eight keys of fixed width, each with a record of its own and with hand-written code for it, so
 * that a call that takes them alternately cannot be bound to one of them.
 */
final class EightKeys {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private EightKeys() {}

  /** Writes a key to the start of a buffer and returns its length in bytes. */
  interface Encoder {
    int encode(Object key, byte[] buffer);
  }

  /** A key: its declaration, a value and the code that somebody would write for it. */
  record Sample(String columns, String key, Record value, Encoder byHand) {}

  record K1(int a, long b, long c) {}

  record K2(long a, int b, long c) {}

  record K3(long a, long b, int c) {}

  record K4(int a, int b, long c) {}

  record K5(int a, long b, int c) {}

  record K6(long a, int b, int c) {}

  record K7(int a, int b, int c) {}

  record K8(long a, long b, long c) {}

  static final List<Sample> ALL =
      List.of(
          new Sample(
              "a int, b bigint, c bigint",
              "a, b DESC, c",
              new K1(1, 2, 3),
              (key, out) -> {
                K1 k = (K1) key;
                return putLong(k.c(), out, putLongDesc(k.b(), out, putInt(k.a(), out, 0)));
              }),
          new Sample(
              "a bigint, b int, c bigint",
              "a, b DESC, c",
              new K2(1, 2, 3),
              (key, out) -> {
                K2 k = (K2) key;
                return putLong(k.c(), out, putIntDesc(k.b(), out, putLong(k.a(), out, 0)));
              }),
          new Sample(
              "a bigint, b bigint, c int",
              "a, b DESC, c",
              new K3(1, 2, 3),
              (key, out) -> {
                K3 k = (K3) key;
                return putInt(k.c(), out, putLongDesc(k.b(), out, putLong(k.a(), out, 0)));
              }),
          new Sample(
              "a int, b int, c bigint",
              "a, b DESC, c",
              new K4(1, 2, 3),
              (key, out) -> {
                K4 k = (K4) key;
                return putLong(k.c(), out, putIntDesc(k.b(), out, putInt(k.a(), out, 0)));
              }),
          new Sample(
              "a int, b bigint, c int",
              "a, b DESC, c",
              new K5(1, 2, 3),
              (key, out) -> {
                K5 k = (K5) key;
                return putInt(k.c(), out, putLongDesc(k.b(), out, putInt(k.a(), out, 0)));
              }),
          new Sample(
              "a bigint, b int, c int",
              "a, b DESC, c",
              new K6(1, 2, 3),
              (key, out) -> {
                K6 k = (K6) key;
                return putInt(k.c(), out, putIntDesc(k.b(), out, putLong(k.a(), out, 0)));
              }),
          new Sample(
              "a int, b int, c int",
              "a, b DESC, c",
              new K7(1, 2, 3),
              (key, out) -> {
                K7 k = (K7) key;
                return putInt(k.c(), out, putIntDesc(k.b(), out, putInt(k.a(), out, 0)));
              }),
          new Sample(
              "a bigint, b bigint, c bigint",
              "a, b DESC, c",
              new K8(1, 2, 3),
              (key, out) -> {
                K8 k = (K8) key;
                return putLong(k.c(), out, putLongDesc(k.b(), out, putLong(k.a(), out, 0)));
              }));

  private static int putLong(long value, byte[] out, int at) {
    LONG.set(out, at, value ^ Long.MIN_VALUE);
    return at + 8;
  }

  private static int putLongDesc(long value, byte[] out, int at) {
    LONG.set(out, at, ~(value ^ Long.MIN_VALUE));
    return at + 8;
  }

  private static int putInt(int value, byte[] out, int at) {
    INT.set(out, at, value ^ Integer.MIN_VALUE);
    return at + 4;
  }

  private static int putIntDesc(int value, byte[] out, int at) {
    INT.set(out, at, ~(value ^ Integer.MIN_VALUE));
    return at + 4;
  }
}
