package keywright.cli.key;

import java.util.List;
import java.util.stream.Collectors;

/** Row keys as the HBase shell takes them. */
final class HBaseShell {
  private HBaseShell() {}

  /** The statement that makes a table {@code t} with a family {@code f}, split at these keys. */
  static String create(List<byte[]> splits) {
    return splits.stream()
        .map(HBaseShell::quoted)
        .collect(Collectors.joining(", ", "create 't', 'f', SPLITS => [", "]"));
  }

  /**
   * A text of Ruby in single quotes, whose escapes Ruby leaves alone: the shell itself reads the
   * bytes of SPLITS from {@code \xNN}, in upper case. Between double quotes Ruby would make bytes
   * of them, and those from 80 on are lost on their way through a text.
   */
  static String quoted(byte[] rowKey) {
    StringBuilder text = new StringBuilder("'");
    for (byte b : rowKey) {
      if (b < ' ' || b > '~' || b == '\'' || b == '\\') {
        text.append("\\x%02X".formatted(b));
      } else {
        text.append((char) b);
      }
    }
    return text.append('\'').toString();
  }
}
