package keywright.key;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Test;

/**
 * The hash against public vectors and against a second, slow one written from the specification.
 */
final class Xxh64Test {
  private static final BigInteger MASK = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
  private static final BigInteger P1 = new BigInteger("11400714785074694791");
  private static final BigInteger P2 = new BigInteger("14029467366897019727");
  private static final BigInteger P3 = new BigInteger("1609587929392839161");
  private static final BigInteger P4 = new BigInteger("9650029242287828579");
  private static final BigInteger P5 = new BigInteger("2870177450012600261");

  private static String hash(String ascii) {
    return "%016x".formatted(Xxh64.hash(ascii.getBytes(US_ASCII)));
  }

  @Test
  void equalsThePublishedVectors() {
    assertThat(hash("")).isEqualTo("ef46db3751d8e999");
    assertThat(hash("a")).isEqualTo("d24ec4f1a98c6e5b");
    assertThat(hash("abc")).isEqualTo("44bc2cf5ad770999");
    assertThat(hash("Nobody inspects the spammish repetition")).isEqualTo("fbcea83c8a378bf1");
    assertThat(hash("xxhash")).isEqualTo("32dd38952c4bc720");
  }

  @Test
  void equalsASlowHashAtEveryLength() {
    SplittableRandom random = new SplittableRandom(Seeds.base());
    for (int length = 0; length < 200; length++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      assertThat(Long.toUnsignedString(Xxh64.hash(bytes)))
          .as("length %s; %s", length, Seeds.reproduction(Seeds.base()))
          .isEqualTo(slow(bytes).toString());
    }
  }

  private static BigInteger slow(byte[] bytes) {
    int at = 0;
    BigInteger hash;
    if (bytes.length < 32) {
      hash = P5;
    } else {
      BigInteger[] lanes = {
        cut(P1.add(P2)), P2, BigInteger.ZERO, cut(BigInteger.ZERO.subtract(P1))
      };
      while (bytes.length - at >= 32) {
        for (int lane = 0; lane < 4; lane++, at += 8) {
          lanes[lane] = round(lanes[lane], read(bytes, at, 8));
        }
      }
      hash = BigInteger.ZERO;
      int[] turns = {1, 7, 12, 18};
      for (int lane = 0; lane < 4; lane++) {
        hash = cut(hash.add(rotate(lanes[lane], turns[lane])));
      }
      for (BigInteger lane : lanes) {
        hash = cut(hash.xor(round(BigInteger.ZERO, lane)).multiply(P1).add(P4));
      }
    }
    hash = cut(hash.add(BigInteger.valueOf(bytes.length)));
    while (bytes.length - at >= 8) {
      hash = hash.xor(round(BigInteger.ZERO, read(bytes, at, 8)));
      hash = cut(rotate(hash, 27).multiply(P1).add(P4));
      at += 8;
    }
    if (bytes.length - at >= 4) {
      hash = hash.xor(cut(read(bytes, at, 4).multiply(P1)));
      hash = cut(rotate(hash, 23).multiply(P2).add(P3));
      at += 4;
    }
    for (; at < bytes.length; at++) {
      hash = hash.xor(cut(read(bytes, at, 1).multiply(P5)));
      hash = cut(rotate(hash, 11).multiply(P1));
    }
    hash = cut(hash.xor(hash.shiftRight(33)).multiply(P2));
    hash = cut(hash.xor(hash.shiftRight(29)).multiply(P3));
    return hash.xor(hash.shiftRight(32));
  }

  private static BigInteger round(BigInteger lane, BigInteger input) {
    return cut(rotate(cut(lane.add(input.multiply(P2))), 31).multiply(P1));
  }

  private static BigInteger rotate(BigInteger value, int bits) {
    return cut(value.shiftLeft(bits)).or(value.shiftRight(64 - bits));
  }

  private static BigInteger cut(BigInteger value) {
    return value.and(MASK);
  }

  private static BigInteger read(byte[] bytes, int at, int count) {
    BigInteger value = BigInteger.ZERO;
    for (int i = at + count - 1; i >= at; i--) {
      value = value.shiftLeft(8).or(BigInteger.valueOf(bytes[i] & 0xFF));
    }
    return value;
  }
}
