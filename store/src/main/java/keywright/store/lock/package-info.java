/** Locks that the engines and the module {@code table} share; not for programs. */
@NullMarked
package keywright.store.lock;

import org.jspecify.annotations.NullMarked;
