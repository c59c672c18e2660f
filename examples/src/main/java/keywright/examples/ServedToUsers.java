package keywright.examples;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A served database that asks for a name and a password, and speaks TLS. */
public final class ServedToUsers {
  private ServedToUsers() {}

  /**
   * Runs on the server at the port of the first argument, with the password of the second, and
   * trusts the certificate in the file of the third.
   */
  public static void main(String... arguments) throws IOException, GeneralSecurityException {
    int port = Integer.parseInt(arguments[0]);
    String password = arguments[1];
    String certificate = arguments[2];
    // region
    try (CqlSession session =
        CqlSession.builder()
            .addContactPoint(new InetSocketAddress("localhost", port)) // 9042
            .withLocalDatacenter("datacenter1")
            .withAuthCredentials("reports", password)
            .withSslContext(trusting(Path.of(certificate)))
            .build()) {
      try {
        session.execute("CREATE TABLE other (id int PRIMARY KEY)");
      } catch (UnauthorizedException e) {
        System.out.println(e.getMessage());
      }
    }
    // endregion
  }

  // region
  /** Trusts the certificate in a file. */
  private static SSLContext trusting(Path certificate)
      throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    try (InputStream in = Files.newInputStream(certificate)) {
      trusted.setCertificateEntry(
          "server", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
  // endregion
}
