import keywright.table.model.DocumentReader;

/** Tables, rows, index tables and queries over the engines. */
module keywright.table {
  requires transitive keywright.store;
  requires static transitive org.jspecify;

  exports keywright.table;
  exports keywright.table.model;

  uses DocumentReader;
}
