/**
 * Whether the order of row keys is the order of the keys that they stand for: {@link
 * keywright.design.certificate.OrderCertificate} tries the corners of the types.
 */
@NullMarked
package keywright.design.certificate;

import org.jspecify.annotations.NullMarked;
