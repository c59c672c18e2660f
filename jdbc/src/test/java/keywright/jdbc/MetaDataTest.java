package keywright.jdbc;

/** Metadata of a database of this process. */
class MetaDataTest extends MetaDataContract {
  @Override
  String url() {
    return "jdbc:keywright:memory:meta";
  }
}
