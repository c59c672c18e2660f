/**
 * What can be told of a key before anything is stored under it.
 *
 * <p>{@link keywright.design.OrderCertificate} tries the laws of a key format on one declaration,
 * on the values of {@code Corners} and on random ones near them. Nothing here runs through an
 * engine, and whatever is drawn is drawn from a seed.
 */
@NullMarked
package keywright.design;

import org.jspecify.annotations.NullMarked;
