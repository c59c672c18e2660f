package keywright.cql.server;

/** The driver with version 4 of the protocol. */
class DriverV4Test extends DriverContract {
  DriverV4Test() {
    super("V4");
  }
}
