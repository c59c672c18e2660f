/** The language: it parses statements and calls tables to execute them. */
module keywright.cql {
  requires transitive keywright.table;
  requires org.antlr.antlr4.runtime;
  requires static transitive org.jspecify;

  exports keywright.cql;
}
