package keywright.cli.console;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Bytes as hex digits: written in lower case, read in either. */
public final class Hex {
  private Hex() {}

  public static String format(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  public static byte[] parse(String digits) {
    return parse(digits.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The bytes whose hex digits are {@code digits}, in ASCII; a leading {@code 0x} is skipped.
   *
   * @throws CliException for a character that is not a hex digit; the message names the first
   */
  public static byte[] parse(byte[] digits) {
    int start = digits.length > 1 && digits[0] == '0' && (digits[1] | 0x20) == 'x' ? 2 : 0;
    int length = digits.length - start;
    byte[] bytes = new byte[length / 2];
    for (int i = 0; i < length; i++) {
      int digit = Character.digit(digits[start + i], 16);
      if (digit < 0) {
        String found = new String(digits, start + i, 1, StandardCharsets.US_ASCII);
        throw new CliException(
            "cannot read key '%s': found '%s' at character %d, expected hex digits"
                .formatted(shortened(digits), found, start + i + 1));
      }
      if (i / 2 < bytes.length) {
        bytes[i / 2] = (byte) (bytes[i / 2] << 4 | digit);
      }
    }
    if (length % 2 != 0) {
      throw new CliException(
          "cannot read key '%s': found %d hex digits, expected an even number"
              .formatted(shortened(digits), length));
    }
    return bytes;
  }

  private static String shortened(byte[] digits) {
    String text = new String(digits, StandardCharsets.UTF_8);
    return text.length() <= 40 ? text : text.substring(0, 40) + "…";
  }
}
