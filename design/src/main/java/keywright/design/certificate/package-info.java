/**
 * Tests whether row keys sort as the keys from which they are made. {@link
 * keywright.design.certificate.OrderCertificate} tests this with extreme values of the types and
 * with random keys.
 */
@NullMarked
package keywright.design.certificate;

import org.jspecify.annotations.NullMarked;
