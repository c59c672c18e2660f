package keywright.cql.server;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The files for TLS, in PEM. Immutable.
 *
 * @param key the private key of the server, in PKCS #8 and without a password
 * @param certificate the certificate of this key, and those that have signed it
 * @param clientCa the certificates of which one must have signed the certificate of each client;
 *     empty if clients need none
 */
public record TlsFiles(Path key, Path certificate, Optional<Path> clientCa) {}
