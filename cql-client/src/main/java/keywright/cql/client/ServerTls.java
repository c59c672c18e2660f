package keywright.cql.client;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** TLS on a connection to a server. */
final class ServerTls {
  private ServerTls() {}

  /**
   * Encrypts a connection, after the certificate of the server was checked.
   *
   * @throws IOException with one line
   */
  static Socket over(Socket socket, ServerAddress address) throws IOException {
    SSLContext context = context(address);
    try {
      SSLSocket encrypted =
          (SSLSocket)
              context.getSocketFactory().createSocket(socket, address.host(), address.port(), true);
      SSLParameters parameters = encrypted.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      encrypted.setSSLParameters(parameters);
      encrypted.startHandshake();
      return encrypted;
    } catch (SSLException e) {
      throw new IOException(
          "found no TLS with a trusted certificate of %s (%s); %s, or leave tls out if the server has none"
              .formatted(
                  address.host(),
                  e.getMessage(),
                  address.tlsCa().isEmpty()
                      ? "name a file with the certificate by tls_ca=FILE"
                      : "correct the file of tls_ca, use a host that the certificate names"),
          e);
    }
  }

  private static SSLContext context(ServerAddress address) throws IOException {
    try {
      if (address.tlsCa().isEmpty()) {
        return SSLContext.getDefault();
      }
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      int count = 0;
      try (InputStream in =
          new BufferedInputStream(Files.newInputStream(Path.of(address.tlsCa())))) {
        for (Certificate certificate :
            CertificateFactory.getInstance("X.509").generateCertificates(in)) {
          trusted.setCertificateEntry("certificate" + count, certificate);
          count++;
        }
      }
      if (count == 0) {
        throw new IOException(
            "found no certificate in the file %s, expected PEM".formatted(address.tlsCa()));
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (NoSuchFileException e) {
      throw new IOException("found no file %s, which tls_ca names".formatted(address.tlsCa()), e);
    } catch (GeneralSecurityException | InvalidPathException e) {
      throw new IOException(
          "found no certificates in the file %s, expected PEM (%s)"
              .formatted(address.tlsCa(), e.getMessage()),
          e);
    }
  }
}
