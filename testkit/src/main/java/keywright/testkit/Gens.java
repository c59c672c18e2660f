package keywright.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The generators of common types. About one value in four is a corner case: a bound, zero, a power
 * of two and its neighbours, an empty text, a NUL, a code point at the edge of its UTF-8 length.
 */
public final class Gens {

  private static final int[] CODE_POINTS = {
    0, 1, ' ', '"', '%', '\'', '0', '9', 'A', '\\', '_', 'a', 'z', '|', 0x7f, 0x80, 0xe9, 0x130,
    0x7ff, 0x800, 0xd7ff, 0xe000, 0xfeff, 0xffff, 0x10000, 0x1f600, 0x10ffff
  };
  private static final int[] BYTES = {0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff};

  private Gens() {}

  /** Always {@code value}. */
  public static <T> Gen<T> constant(T value) {
    return random -> value;
  }

  /** One of {@code values}, all equally likely; shrinks towards the first. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <T> Gen<T> oneOf(T... values) {
    List<T> choices = List.of(values);
    return ints(0, choices.size()).map(choices::get, choices::indexOf);
  }

  /** A value of one of {@code generators}, all equally likely. It does not shrink. */
  public static <T> Gen<T> anyOf(List<? extends Gen<? extends T>> generators) {
    List<Gen<? extends T>> choices = List.copyOf(generators);
    return random -> choices.get(random.nextInt(choices.size())).generate(random);
  }

  public static Gen<Boolean> booleans() {
    return oneOf(false, true);
  }

  /** Every int. */
  public static Gen<Integer> ints() {
    return between(Integer.MIN_VALUE, Integer.MAX_VALUE).map(Long::intValue, Integer::longValue);
  }

  /** The ints in {@code [start, stop)}. */
  public static Gen<Integer> ints(int start, int stop) {
    return between(start, stop - 1L).map(Long::intValue, Integer::longValue);
  }

  /** Every long. */
  public static Gen<Long> longs() {
    return between(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** The longs in {@code [start, stop)}. */
  public static Gen<Long> longs(long start, long stop) {
    return between(start, Math.subtractExact(stop, 1));
  }

  private static Gen<Long> between(long first, long last) {
    if (first > last) {
      throw new IllegalArgumentException(
          "cannot draw a number: the range is empty, expected start below stop");
    }
    return new Gen<>() {
      @Override
      public Long generate(SplittableRandom random) {
        if (random.nextInt(4) == 0) {
          long corner = corner(random);
          if (corner >= first && corner <= last) {
            return corner;
          }
          return random.nextBoolean() ? first : last;
        }
        if (first == Long.MIN_VALUE && last == Long.MAX_VALUE) {
          // Any number of digits as likely as any other.
          return random.nextLong() >> random.nextInt(Long.SIZE);
        }
        return last == Long.MAX_VALUE
            ? random.nextLong(first - 1, last) + 1
            : random.nextLong(first, last + 1);
      }

      private long corner(SplittableRandom random) {
        long power = 1L << random.nextInt(Long.SIZE);
        return (random.nextBoolean() ? power : -power) + random.nextInt(-1, 2);
      }

      @Override
      public Iterable<Long> shrink(Long value) {
        return Shrinks.towards(Math.max(first, Math.min(0, last)), value);
      }
    };
  }

  /**
   * Lists of up to {@code maximumCount} elements; shrinks by leaving elements out, then by element.
   */
  public static <T> Gen<List<T>> lists(Gen<T> elements, int maximumCount) {
    return lists(elements, 0, maximumCount);
  }

  /** Lists of {@code minimumCount} to {@code maximumCount} elements. */
  public static <T> Gen<List<T>> lists(Gen<T> elements, int minimumCount, int maximumCount) {
    return new Gen<>() {
      @Override
      public List<T> generate(SplittableRandom random) {
        // Short lists as often as long ones.
        int most = random.nextBoolean() ? maximumCount : Math.min(maximumCount, minimumCount + 4);
        int count = random.nextInt(minimumCount, most + 1);
        List<T> list = new ArrayList<>(count);
        for (int index = 0; index < count; index++) {
          list.add(elements.generate(random));
        }
        return List.copyOf(list);
      }

      @Override
      public Iterable<List<T>> shrink(List<T> value) {
        return Shrinks.list(value, minimumCount, elements);
      }
    };
  }

  /** Texts of up to {@code maximumCount} code points, without lone surrogates. */
  public static Gen<String> strings(int maximumCount) {
    return texts(Gens::codePoint, maximumCount);
  }

  /** Texts of up to {@code maximumCount} printable ASCII characters. */
  public static Gen<String> asciiStrings(int maximumCount) {
    return texts(random -> random.nextInt(' ', 0x7f), maximumCount);
  }

  private static Gen<String> texts(Gen<Integer> draw, int maximumCount) {
    Gen<Integer> codePoints =
        new Gen<>() {
          @Override
          public Integer generate(SplittableRandom random) {
            return draw.generate(random);
          }

          @Override
          public Iterable<Integer> shrink(Integer value) {
            return value == 'a' ? List.of() : List.of((int) 'a');
          }
        };
    return lists(codePoints, maximumCount)
        .map(
            list ->
                list.stream()
                    .collect(
                        StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString(),
            text -> text.codePoints().boxed().toList());
  }

  private static int codePoint(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> CODE_POINTS[random.nextInt(CODE_POINTS.length)];
      case 1 -> {
        int any = random.nextInt(Character.MAX_CODE_POINT + 1 - 0x800);
        yield any < Character.MIN_SURROGATE ? any : any + 0x800;
      }
      default -> random.nextInt('a', 'e');
    };
  }

  /** Byte arrays of up to {@code maximumLength} bytes, a fresh array each. */
  public static Gen<byte[]> byteArrays(int maximumLength) {
    Gen<Integer> bytes =
        new Gen<>() {
          @Override
          public Integer generate(SplittableRandom random) {
            return random.nextBoolean() ? BYTES[random.nextInt(BYTES.length)] : random.nextInt(256);
          }

          @Override
          public Iterable<Integer> shrink(Integer value) {
            return value == 0 ? List.of() : List.of(0);
          }
        };
    return lists(bytes, maximumLength).map(Gens::toArray, Gens::toList);
  }

  private static byte[] toArray(List<Integer> list) {
    byte[] bytes = new byte[list.size()];
    for (int index = 0; index < bytes.length; index++) {
      bytes[index] = list.get(index).byteValue();
    }
    return bytes;
  }

  private static List<Integer> toList(byte[] bytes) {
    List<Integer> list = new ArrayList<>(bytes.length);
    for (byte b : bytes) {
      list.add(b & 0xff);
    }
    return list;
  }
}
