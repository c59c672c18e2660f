import keywright.ojai.KeywrightDriver;
import keywright.ojai.StoredDocuments;
import keywright.table.model.DocumentReader;
import org.ojai.store.Driver;

/** The driver of OJAI: documents in tables, behind the API of MapR's JSON tables. */
module keywright.ojai {
  requires com.fasterxml.jackson.core;
  requires transitive keywright.table;
  requires transitive ojai;
  requires static transitive org.jspecify;

  exports keywright.ojai;

  provides Driver with
      KeywrightDriver;
  provides DocumentReader with
      StoredDocuments;
}
