package keywright.cql.server;

/** The driver with frames compressed by LZ4. */
class DriverLz4V4Test extends DriverContract {
  DriverLz4V4Test() {
    super("V4/lz4");
  }
}
