/** Serves a database to drivers of Cassandra, by the CQL native protocol. */
module keywright.cql.server {
  requires transitive keywright.table;
  requires keywright.cql;
  requires bcrypt;
  requires keywright.cql.client;
  requires com.datastax.oss.protocol;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.transport;
  requires java.management;
  requires jdk.httpserver;
  requires jdk.management;
  requires micrometer.core;
  requires micrometer.registry.prometheus;
  requires org.lz4.java;
  requires static transitive org.jspecify;

  exports keywright.cql.server;
}
