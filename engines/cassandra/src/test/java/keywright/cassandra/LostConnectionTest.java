package keywright.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import keywright.server.cassandra.CassandraServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reads while the connections to the only node are closed again and again. */
@Tag("large")
final class LostConnectionTest {
  private static final int READS = 80;
  private static final int READS_BETWEEN_CUTS = 20;

  /** Passes bytes on between the driver and Cassandra, until its connections are cut. */
  private static final class Relay implements AutoCloseable {
    private final ServerSocket listening;
    private final String host;
    private final int port;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean dropsAnswers = new AtomicBoolean();

    Relay(String address) throws IOException {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      host = address.substring(0, address.lastIndexOf(':'));
      port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
      start(this::accept);
    }

    private static void start(Runnable work) {
      Thread thread = new Thread(work, "relay");
      thread.setDaemon(true);
      thread.start();
    }

    private void accept() {
      try {
        while (!listening.isClosed()) {
          Socket client = listening.accept();
          Socket server = new Socket(host, port);
          sockets.add(client);
          sockets.add(server);
          start(() -> pass(client, server, false));
          start(() -> pass(server, client, true));
        }
      } catch (IOException e) {
        // The relay is closed.
      }
    }

    private void pass(Socket from, Socket to, boolean isAnswer) {
      byte[] bytes = new byte[1 << 14];
      try (from;
          to) {
        InputStream in = from.getInputStream();
        for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
          if (isAnswer && dropsAnswers.compareAndSet(true, false)) {
            cut();
          }
          to.getOutputStream().write(bytes, 0, read);
        }
      } catch (IOException e) {
        // The connection is cut.
      }
    }

    /** Cuts all connections when the next answer comes, in its place. */
    void cutAtNextAnswer() {
      dropsAnswers.set(true);
    }

    private void cut() throws IOException {
      for (Socket socket : sockets) {
        sockets.remove(socket);
        socket.close();
      }
    }

    @Override
    public void close() throws IOException {
      listening.close();
      cut();
    }
  }

  @Test
  void aReadIsSentAgainIfItsConnectionIsLost() throws IOException {
    String url = Keyspaces.url("lost");
    try (Relay relay = new Relay(CassandraServer.shared().address());
        CassandraClient client =
            CassandraClient.open(
                CassandraLocation.parse(
                    "//127.0.0.1:%d/%s?timeout_seconds=60"
                        .formatted(relay.listening.getLocalPort(), Keyspaces.keyspace(url))))) {
      SimpleStatement select = SimpleStatement.newInstance("SELECT key FROM system.local");
      PreparedStatement prepared =
          client.prepare("read", "system.local", "SELECT key FROM system.local");
      for (int read = 0; read < READS; read++) {
        if (read % READS_BETWEEN_CUTS == 0) {
          relay.cutAtNextAnswer();
        }
        assertThat(client.read("read", "system.local", select).one())
            .as("read %d", read)
            .isNotNull();
      }
    }
  }
}
