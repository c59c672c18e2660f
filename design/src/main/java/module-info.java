/** What can be told of a key before anything is stored. */
module keywright.design {
  requires transitive keywright.cql;
  requires static transitive org.jspecify;

  exports keywright.design.cassandra;
  exports keywright.design.certificate;
  exports keywright.design.cluster;
  exports keywright.design.lint;
  exports keywright.design.rows;
  exports keywright.design.simulate;
}
