package keywright.jdbc;

import org.junit.jupiter.api.AfterEach;

/** Metadata of a database on a server. */
class ServedMetaDataTest extends MetaDataContract {
  private final ServedDatabase served = new ServedDatabase();

  @Override
  String url() {
    return served.url();
  }

  @AfterEach
  void stop() {
    served.close();
  }
}
