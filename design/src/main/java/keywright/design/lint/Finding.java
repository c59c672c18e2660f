package keywright.design.lint;

import keywright.cql.Place;
import org.jspecify.annotations.Nullable;

/**
 * A problem of a design that lint has found, or advice about the design. Immutable.
 *
 * @param code the code of the problem
 * @param severity how serious the problem is
 * @param place the position of the part of the script that has the problem
 * @param reason a sentence that describes the problem, without a full stop
 * @param fix a changed declaration that solves the problem; null if lint cannot compute one from
 *     the script
 */
public record Finding(
    Code code, Severity severity, Place place, String reason, @Nullable Fix fix) {}
