package keywright.jdbc;

/** The version of the driver, as its jar says it. */
final class Version {
  /** Such as {@code 0.1.0}; that of classes without a jar is 0.1. */
  static final String TEXT = text();

  static final int MAJOR = part(0);
  static final int MINOR = part(1);

  private Version() {}

  private static String text() {
    String found = Version.class.getPackage().getImplementationVersion();
    return found == null ? "0.1" : found;
  }

  private static int part(int index) {
    return Integer.parseInt(TEXT.split("[.-]", -1)[index]);
  }
}
