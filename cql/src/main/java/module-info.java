/** The language: statements in, calls of tables out. */
module keywright.cql {
  requires transitive keywright.table;
  requires org.antlr.antlr4.runtime;
  requires static transitive org.jspecify;

  exports keywright.cql;
}
