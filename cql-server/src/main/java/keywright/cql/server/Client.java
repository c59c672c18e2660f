package keywright.cql.server;

import org.jspecify.annotations.Nullable;

/** What statements need to know of the connection that they came from. */
interface Client {
  /** The version of the protocol. */
  int version();

  /** The name of the user; null if the server asked for none. */
  @Nullable String user();

  /** The keyspace of the last USE; empty for none. */
  String keyspace();

  /** Whether the client has asked for the facts that Keywright adds to the protocol. */
  boolean wantsFacts();

  /** Goes over to another keyspace. */
  void use(String keyspace);
}
