package keywright.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.nio.channels.ClosedChannelException;
import keywright.key.ErrorCode;
import keywright.store.StoreException;
import org.junit.jupiter.api.Test;

class CassandraErrorsTest {
  private final CassandraErrors errors =
      new CassandraErrors(CassandraLocation.parse("//127.0.0.1:9042/shop"));

  /** The message is that of a ScyllaDB 6.0 whose keyspace has tablets. */
  @Test
  void aClusterWithoutLightweightTransactionsIsNamed() {
    StoreException refused =
        errors.ofWrite(
            "keywright.catalog",
            new InvalidQueryException(
                null,
                "Cannot use LightWeight Transactions for table shop.keywright_catalog: LWT is not yet supported with tablets"),
            true);
    assertThat(refused.code()).isEqualTo(ErrorCode.UNSUPPORTED);
    assertThat(refused)
        .hasMessage(
            "cannot write to table keywright.catalog: found no lightweight transactions in cassandra://127.0.0.1:9042/shop (Cannot use LightWeight Transactions for table shop.keywright_catalog: LWT is not yet supported with tablets), expected a keyspace with them, because the catalog and tables with writes = 'exact' need them; use another keyspace, on ScyllaDB before 2025.4 a keyspace without tablets");
    StoreException other =
        errors.ofWrite(
            "stay", new InvalidQueryException(null, "Undefined column name nights"), true);
    assertThat(other.getMessage()).doesNotContain("lightweight");
  }

  @Test
  void aConnectionThatWasClosedIsNamed() {
    assertThat(errors.ofRead("read", "stay", new ClosedChannelException()))
        .hasMessage(
            "cannot read table stay: found the connection lost, expected an answer; check that the nodes run");
    assertThat(errors.ofRead("read", "stay", new ClosedConnectionException("Lost connection")))
        .hasMessage(
            "cannot read table stay: found the connection lost (Lost connection), expected an answer; check that the nodes run");
  }
}
