package keywright.hbase;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import keywright.store.StoreException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.provider.SaslClientAuthenticationProviders;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * The user as whom a database is opened where HBase asks for Kerberos: the principal of a keytab,
 * or of the ticket that {@code kinit} has left. It is of this database alone, and its ticket is
 * renewed as long as the database is open. Safe for many threads.
 */
final class HBaseLogin implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("keywright.hbase");
  private static final String AUTHENTICATION = "hbase.security.authentication";
  private static final String HADOOP_AUTHENTICATION = "hadoop.security.authentication";
  private static final String KERBEROS = "kerberos";
  private static final String KEYTAB = "hbase.client.keytab.file";
  private static final String PRINCIPAL = "hbase.client.keytab.principal";

  /** How often is looked whether the ticket ends soon. */
  private static final long LOOK_SECONDS = 60;

  private final @Nullable UserGroupInformation user;
  private final CountDownLatch closed = new CountDownLatch(1);

  private HBaseLogin(@Nullable UserGroupInformation user) {
    this.user = user;
  }

  /**
   * Logs in as the settings say; nobody where they do not ask for Kerberos.
   *
   * @throws StoreException when the settings are not whole, or the login fails
   */
  static HBaseLogin of(HBaseLocation location, Configuration settings) {
    if (!KERBEROS.equalsIgnoreCase(settings.get(AUTHENTICATION))) {
      return new HBaseLogin(null);
    }
    settings.set(HADOOP_AUTHENTICATION, KERBEROS);
    // Of the whole process: Hadoop knows no other way. Users who logged in before stay as they are.
    UserGroupInformation.setConfiguration(settings);
    // HBase's client keeps what the first connection of the process was set to. Without this, a
    // process that has connected without Kerberos could never connect with it.
    SaslClientAuthenticationProviders.reset();
    String keytab = settings.get(KEYTAB);
    String principal = settings.get(PRINCIPAL);
    HBaseLogin login = new HBaseLogin(logIn(location, keytab, principal));
    Thread renewer = new Thread(login::renewUntilClosed, "keywright-kerberos");
    renewer.setDaemon(true);
    renewer.start();
    return login;
  }

  private static UserGroupInformation logIn(
      HBaseLocation location, @Nullable String keytab, @Nullable String principal) {
    if ((keytab == null) != (principal == null)) {
      throw refused(
          location,
          keytab == null ? PRINCIPAL + " without " + KEYTAB : KEYTAB + " without " + PRINCIPAL,
          "both, or neither to use the ticket of kinit",
          null);
    }
    if (keytab != null && !Files.isReadable(Path.of(keytab))) {
      throw refused(
          location,
          "no keytab " + keytab + " that can be read",
          "the keytab of " + principal,
          null);
    }
    try {
      if (keytab != null) {
        return UserGroupInformation.loginUserFromKeytabAndReturnUGI(principal, keytab);
      }
      UserGroupInformation user = UserGroupInformation.getUGIFromTicketCache(null, null);
      if (!user.hasKerberosCredentials()) {
        throw new IOException("the cache of tickets is empty");
      }
      return user;
    } catch (IOException | RuntimeException e) {
      String why = HBaseErrors.told(e);
      throw keytab == null
          ? refused(
              location,
              "no Kerberos ticket (" + why + ")",
              "one; run kinit, or set " + KEYTAB + " and " + PRINCIPAL,
              e)
          : refused(
              location,
              "that Kerberos rejects " + principal + " with " + keytab + " (" + why + ")",
              "a keytab of that principal and a KDC that answers",
              e);
    }
  }

  private static StoreException refused(
      HBaseLocation location, String found, String expected, @Nullable Exception e) {
    String message = "cannot open " + location + ": found " + found + ", expected " + expected;
    return e == null ? new StoreException(message) : new StoreException(message, e);
  }

  /** As whom to connect; null for the user of the process. */
  @Nullable User user() {
    return user == null ? null : User.create(user);
  }

  private void renewUntilClosed() {
    UserGroupInformation of = user;
    try {
      while (of != null && !closed.await(LOOK_SECONDS, TimeUnit.SECONDS)) {
        try {
          if (of.isFromKeytab()) {
            of.checkTGTAndReloginFromKeytab();
          } else {
            of.reloginFromTicketCache();
          }
        } catch (IOException e) {
          LOG.log(
              System.Logger.Level.WARNING,
              "cannot renew the Kerberos ticket of {0}: {1}; Keywright tries again in {2} s",
              of.getUserName(),
              HBaseErrors.told(e),
              LOOK_SECONDS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the renewal. */
  @Override
  public void close() {
    closed.countDown();
  }
}
