package keywright.cql.server;

/** The driver negotiates, and comes to version 5 of the protocol. */
class DriverV5Test extends DriverContract {
  DriverV5Test() {
    super("");
  }
}
