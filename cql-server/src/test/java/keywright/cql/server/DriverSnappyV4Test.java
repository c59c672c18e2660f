package keywright.cql.server;

/** The driver with frames compressed by Snappy. */
class DriverSnappyV4Test extends DriverContract {
  DriverSnappyV4Test() {
    super("V4/snappy");
  }
}
