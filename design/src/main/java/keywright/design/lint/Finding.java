package keywright.design.lint;

import keywright.cql.Place;
import org.jspecify.annotations.Nullable;

/**
 * A problem of a design, or advice about it.
 *
 * @param place the part of the script concerned
 * @param reason one sentence, without a full stop
 * @param fix null if a fix cannot be derived from the script
 */
public record Finding(
    Code code, Severity severity, Place place, String reason, @Nullable Fix fix) {}
