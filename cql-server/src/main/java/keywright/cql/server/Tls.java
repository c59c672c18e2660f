package keywright.cql.server;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.key.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Reads the files for TLS. */
final class Tls {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN ([A-Z ]*)PRIVATE KEY-----([^-]*)-----END");

  private Tls() {}

  /**
   * The settings for the connections of a server.
   *
   * @throws ServerException if a file cannot be read, or if the key is not that of the certificate
   */
  static SslContext context(TlsFiles files) {
    X509Certificate[] chain = certificates(files.certificate(), "certificate");
    PrivateKey key = key(files.key(), chain[0].getPublicKey());
    requirePair(files, key, chain[0].getPublicKey());
    try {
      SslContextBuilder builder =
          SslContextBuilder.forServer(key, chain).sslProvider(SslProvider.JDK);
      files
          .clientCa()
          .ifPresent(
              ca ->
                  builder
                      .trustManager(certificates(ca, "certificate of the authority of clients"))
                      .clientAuth(ClientAuth.REQUIRE));
      return builder.build();
    } catch (IOException | IllegalArgumentException e) {
      throw refused("certificate", files.certificate(), String.valueOf(e.getMessage()), e);
    }
  }

  private static X509Certificate[] certificates(Path file, String what) {
    try (InputStream in = Files.newInputStream(file)) {
      X509Certificate[] certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
              .map(X509Certificate.class::cast)
              .toArray(X509Certificate[]::new);
      if (certificates.length == 0) {
        throw refused(what, file, "found no certificate, expected one in PEM", null);
      }
      return certificates;
    } catch (IOException e) {
      throw unreadable(what, file, e);
    } catch (CertificateException e) {
      throw refused(what, file, "found other bytes, expected certificates in PEM", e);
    }
  }

  private static PrivateKey key(Path file, PublicKey ofCertificate) {
    String text;
    try {
      text = Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw unreadable("key", file, e);
    }
    Matcher found = KEY.matcher(text);
    if (!found.find()) {
      throw refused("key", file, "found no private key, expected one in PEM", null);
    }
    String kind = found.group(1).strip();
    if (!kind.isEmpty()) {
      throw refused(
          "key",
          file,
          "found %s PRIVATE KEY, expected PRIVATE KEY, which is PKCS #8 without a password; convert it by openssl pkcs8 -topk8 -nocrypt"
              .formatted(kind),
          null);
    }
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(found.group(2));
      return KeyFactory.getInstance(ofCertificate.getAlgorithm())
          .generatePrivate(new PKCS8EncodedKeySpec(bytes));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw refused(
          "key",
          file,
          "found no key of the kind %s, which the certificate has"
              .formatted(ofCertificate.getAlgorithm()),
          e);
    }
  }

  /** Signs with the key and checks with the certificate: otherwise every client would fail. */
  private static void requirePair(TlsFiles files, PrivateKey key, PublicKey ofCertificate) {
    boolean isPair;
    try {
      Signature signing = Signature.getInstance(signature(key.getAlgorithm()));
      byte[] text = "keywright".getBytes(StandardCharsets.US_ASCII);
      signing.initSign(key);
      signing.update(text);
      byte[] signed = signing.sign();
      signing.initVerify(ofCertificate);
      signing.update(text);
      isPair = signing.verify(signed);
    } catch (GeneralSecurityException e) {
      throw refused("key", files.key(), "found a key that cannot sign: " + e.getMessage(), e);
    }
    if (!isPair) {
      throw refused(
          "key",
          files.key(),
          "found the key of another certificate, expected that of " + files.certificate(),
          null);
    }
  }

  private static String signature(String algorithm) {
    return switch (algorithm) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> algorithm;
    };
  }

  private static ServerException unreadable(String what, Path file, IOException failure) {
    String problem =
        Files.exists(file) ? String.valueOf(failure.getMessage()) : "found no such file";
    return refused(what, file, problem, failure);
  }

  private static ServerException refused(
      String what, Path file, String problem, @Nullable Throwable cause) {
    return new ServerException(
        ErrorCode.INVALID, "cannot use %s as %s for TLS: %s".formatted(file, what, problem), cause);
  }
}
