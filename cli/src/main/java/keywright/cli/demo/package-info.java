/** {@code demo}: a shop of orders with three index tables, loaded and asked. */
@NullMarked
package keywright.cli.demo;

import org.jspecify.annotations.NullMarked;
