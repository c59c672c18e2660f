package keywright.cql;

/** Numbers of things in words. */
final class Counts {
  private Counts() {}

  static String rows(long count) {
    return of(count, "row");
  }

  static String of(long count, String one) {
    return of(count, one, one + "s");
  }

  static String of(long count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }
}
