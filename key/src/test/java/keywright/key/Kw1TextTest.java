package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Texts in arrays of every length, at every offset, against a pass over single bytes. */
final class Kw1TextTest {
  private static final int LONGEST = 26;
  private static final byte[] MOSTLY = "keywright".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] SELDOM = {0, 0, 1, -1, 0x7F, (byte) 0x80};

  private final Random random = new Random(5);

  /** Letters, with few other bytes or with many, and often a terminator. */
  private byte[] bytes(int length, int mask) {
    byte[] bytes = new byte[length];
    int oneIn = 2 + random.nextInt(12);
    for (int i = 0; i < length; i++) {
      byte[] from = random.nextInt(oneIn) == 0 ? SELDOM : MOSTLY;
      bytes[i] = (byte) (from[random.nextInt(from.length)] ^ mask);
    }
    if (length >= 2 && random.nextInt(4) > 0) {
      terminate(bytes, random.nextInt(length - 1), mask);
    }
    return bytes;
  }

  private static void terminate(byte[] bytes, int at, int mask) {
    bytes[at] = (byte) mask;
    bytes[at + 1] = (byte) (1 ^ mask);
  }

  @Test
  void aTextEndsWhereASimplePassFindsItsEnd() {
    int found = 0;
    for (int round = 0; round < 200; round++) {
      for (int length = 0; length <= LONGEST; length++) {
        int mask = -random.nextInt(2);
        byte[] in = bytes(length, mask);
        for (int from = 0; from <= length; from++) {
          int to = length - Math.min(random.nextInt(4), length - from);
          int end = end(in, from, to, mask);
          assertThat(Kw1Text.end(in, from, to, mask)).isEqualTo(end);
          found += end == Kw1Text.MISFIT ? 0 : 1;
        }
      }
    }
    assertThat(found).isGreaterThan(5_000);
  }

  @Test
  void aTextIsReadAsASimplePassReadsIt() {
    int plain = 0;
    for (int round = 0; round < 200; round++) {
      for (int length = 2; length <= LONGEST; length++) {
        int mask = -random.nextInt(2);
        byte[] in = bytes(length, mask);
        for (int from = 0; from < length - 1; from++) {
          int end = length - random.nextInt(length - from - 1);
          terminate(in, end - 2, mask);
          if (end(in, from, end, mask) == end) {
            String text = text(in, from, end, mask);
            assertThat(Kw1Text.text(in, from, end, mask)).isEqualTo(text);
            plain += text != null && text.indexOf(0) < 0 ? 1 : 0;
          }
        }
      }
    }
    assertThat(plain).isGreaterThan(5_000);
  }

  private static int end(byte[] in, int from, int to, int mask) {
    for (int at = from; at + 1 < to; at++) {
      if (in[at] == (byte) mask) {
        byte next = (byte) (in[at + 1] ^ mask);
        if (next != -1) {
          return next == 1 ? at + 2 : Kw1Text.MISFIT;
        }
        at++;
      }
    }
    return Kw1Text.MISFIT;
  }

  private static String text(byte[] in, int from, int end, int mask) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int at = from; at < end - 2; at++) {
      byte b = (byte) (in[at] ^ mask);
      body.write(b);
      at += b == 0 ? 1 : 0;
    }
    return Utf8.decode(body.toByteArray());
  }
}
