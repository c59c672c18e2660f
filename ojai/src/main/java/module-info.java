import keywright.ojai.StoredDocuments;
import keywright.table.model.DocumentReader;

/** Documents of the OJAI API: their stored form, order, conditions, mutations and queries. */
module keywright.ojai {
  requires com.fasterxml.jackson.core;
  requires keywright.table;
  requires ojai;
  requires static transitive org.jspecify;

  provides DocumentReader with
      StoredDocuments;
}
