package keywright.design.lint;

import keywright.cql.Place;
import org.jspecify.annotations.Nullable;

/**
 * A problem of a design, or advice about it.
 *
 * @param place the part of the script that the finding is about
 * @param reason one sentence, without a full stop
 * @param fix the declaration that solves the problem; null if none can be derived from the script
 */
public record Finding(
    Code code, Severity severity, Place place, String reason, @Nullable Fix fix) {}
