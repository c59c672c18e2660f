/**
 * What the tests of every module share: seeds, generators and shrinking, and servers in processes
 * of their own.
 *
 * <p>A {@link keywright.testkit.Gen} draws values, corner cases more often than chance would, and
 * offers smaller versions of a value. {@link keywright.testkit.Property} runs a test over drawn
 * values, shrinks a failing one and reports the line that reproduces it. {@link
 * keywright.testkit.Seeds} decides the seed. A {@link keywright.testkit.ForkedServer} runs a
 * program beside the tests that ends with them.
 *
 * <p>This module knows none of the others; they use it in their tests only.
 */
@NullMarked
package keywright.testkit;

import org.jspecify.annotations.NullMarked;
