package keywright.cql.server;

/** The driver with segments compressed by LZ4. */
class DriverLz4V5Test extends DriverContract {
  DriverLz4V5Test() {
    super("V5/lz4");
  }
}
