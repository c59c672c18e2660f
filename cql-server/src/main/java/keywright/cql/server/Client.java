package keywright.cql.server;

/** What statements need to know of the connection that they came from. */
interface Client {
  /** The version of the protocol. */
  int version();

  /** The keyspace of the last USE; empty for none. */
  String keyspace();

  /** Goes over to another keyspace. */
  void use(String keyspace);
}
