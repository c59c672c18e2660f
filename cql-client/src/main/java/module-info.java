/** Statements on a database of this process or on a server, by the CQL native protocol. */
@SuppressWarnings("module") // The module that uses the protocol is not on the path here.
module keywright.cql.client {
  requires transitive keywright.cql;
  requires com.datastax.oss.protocol;
  requires static transitive org.jspecify;

  exports keywright.cql.client;
  exports keywright.cql.protocol to
      keywright.cql.server;
}
