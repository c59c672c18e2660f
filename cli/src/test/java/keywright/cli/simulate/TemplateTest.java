package keywright.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TemplateTest {
  @Test
  void valuesAreEscapedUnlessThePlaceSaysOtherwise() {
    assertThat(new Template("<b title=\"{{a}}\">{{a}}</b>{{{a}}}").fill(Map.of("a", "<\"'&>")))
        .isEqualTo("<b title=\"&lt;&quot;&#39;&amp;&gt;\">&lt;&quot;&#39;&amp;&gt;</b><\"'&>");
  }

  @Test
  void whatAValueHoldsIsNoPlace() {
    assertThat(new Template("{{a}} {{{b}}}").fill(Map.of("a", "{{b}}", "b", "{{a}} $1 \\")))
        .isEqualTo("{{b}} {{a}} $1 \\");
  }

  @Test
  void listsAreRepeatedAndHideWhatIsAround() {
    assertThat(
            new Template("{{#rows}}{{n}}:{{#cells}} {{t}}{{n}}{{/cells}};{{/rows}}{{n}}")
                .fill(
                    Map.of(
                        "n",
                        "0",
                        "rows",
                        List.of(
                            Map.of("n", "1", "cells", List.of(Map.of("t", "a"), Map.of("t", "b"))),
                            Map.of("cells", List.of())))))
        .isEqualTo("1: a1 b1;0:;0");
  }

  @Test
  void aPlaceWithoutAValueIsAMistakeOfOurs() {
    assertThatThrownBy(() -> new Template("{{a}}").fill(Map.of()))
        .hasMessage("the template has a place {{a}} without a value");
  }
}
