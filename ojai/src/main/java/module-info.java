/** Documents of the OJAI API: their stored form, order, conditions, mutations and queries. */
module keywright.ojai {
  requires com.fasterxml.jackson.core;
  requires ojai;
  requires static transitive org.jspecify;
}
