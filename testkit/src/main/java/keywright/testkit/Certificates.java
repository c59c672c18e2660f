package keywright.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Keys with certificates that they have signed themselves, in a folder. Used by one thread. */
public final class Certificates {
  /** The password of the files in the format PKCS12. */
  public static final String PASSWORD = "changeit";

  /**
   * The files of a key and of its certificate: two as PEM, two in the format PKCS12.
   *
   * @param store the key and the certificate, for a program that has them
   * @param trusting the certificate alone, for a program that trusts it
   */
  public record Pair(Path key, Path certificate, Path store, Path trusting) {}

  private final Path folder;

  public Certificates(Path folder) {
    this.folder = folder;
  }

  /**
   * Makes a key and its certificate for {@code localhost}.
   *
   * @param kind such as RSA or EC
   */
  public Pair make(String name, String kind) throws Exception {
    Path store = store(name);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
    command.addAll(List.of("-genkeypair", "-alias", "a", "-keyalg", kind));
    command.addAll(List.of("-dname", "CN=localhost", "-ext", "SAN=dns:localhost,ip:127.0.0.1"));
    command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12"));
    command.addAll(List.of("-storepass", PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(printed);
    }
    KeyStore keys = load(name);
    Path key =
        pem(name + ".key", "PRIVATE KEY", keys.getKey("a", PASSWORD.toCharArray()).getEncoded());
    Path certificate = pem(name + ".crt", "CERTIFICATE", keys.getCertificate("a").getEncoded());
    return new Pair(key, certificate, store, trusting(name));
  }

  private Path pem(String name, String kind, byte[] bytes) throws IOException {
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return Files.writeString(
        folder.resolve(name),
        "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, lines, kind));
  }

  private Path store(String name) {
    return folder.resolve(name + ".p12");
  }

  private Path trusting(String name) throws IOException, GeneralSecurityException {
    Path file = folder.resolve(name + "-trusting.p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      trust(name).store(out, PASSWORD.toCharArray());
    }
    return file;
  }

  private KeyStore trust(String name) throws IOException, GeneralSecurityException {
    KeyStore trust = KeyStore.getInstance("PKCS12");
    trust.load(null, null);
    trust.setCertificateEntry("a", load(name).getCertificate("a"));
    return trust;
  }

  private KeyStore load(String name) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store(name))) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return keys;
  }

  /**
   * What a client needs that trusts one certificate.
   *
   * @param own the key that the client has; null for none
   */
  public SSLContext client(String trusted, @Nullable String own) throws Exception {
    TrustManagerFactory trusts =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusts.init(trust(trusted));
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    if (own != null) {
      keys.init(load(own), PASSWORD.toCharArray());
    }
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own == null ? null : keys.getKeyManagers(), trusts.getTrustManagers(), null);
    return context;
  }
}
