package keywright.key;

final class BlobType {
  static String hex(byte[] b) {
    return java.util.HexFormat.of().formatHex(b);
  }
}
