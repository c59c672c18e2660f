package keywright.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import keywright.cli.SampleSimulations;
import keywright.design.simulate.Simulation;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The picture of heat maps as text. */
final class SimulationPictureTest {
  private static final String DARKEST = "#4a1148";

  private static Document parsed(List<Simulation> simulations) throws Exception {
    String svg = new SimulationPicture(simulations).svg();
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  private static List<Element> all(Document picture, String name) {
    NodeList found = picture.getElementsByTagName(name);
    return java.util.stream.IntStream.range(0, found.getLength())
        .mapToObj(i -> (Element) found.item(i))
        .toList();
  }

  @Test
  void theSameSimulationsGiveTheSameBytes() {
    assertThat(new SimulationPicture(SampleSimulations.all()).svg())
        .isEqualTo(new SimulationPicture(SampleSimulations.all()).svg());
  }

  @Test
  void everyStrategyIsNamedWhateverSignsItsNameHas() throws Exception {
    List<Simulation> simulations = SampleSimulations.all();
    List<String> texts =
        all(parsed(simulations), "text").stream().map(Element::getTextContent).toList();
    for (Simulation simulation : simulations) {
      String name = simulation.strategy().name();
      assertThat(texts).anyMatch(text -> name.startsWith(text.replace("…", "")));
    }
  }

  @Test
  void everyCellWithWritesHasOneShade() throws Exception {
    for (Simulation simulation : SampleSimulations.all()) {
      int cells = 0;
      for (Element path : all(parsed(List.of(simulation)), "path")) {
        for (String rectangle : path.getAttribute("d").split("z")) {
          cells += Integer.parseInt(rectangle.replaceAll("^M\\d+ \\d+h(\\d+)v1h-\\1$", "$1"));
        }
      }
      assertThat(cells).isBetween(1, 64 * 48);
      // In each column of time somebody writes.
      assertThat(cells).isGreaterThanOrEqualTo(64);
    }
  }

  @Test
  void onlyAHotKeyHasTheDarkestShade() throws Exception {
    for (Simulation simulation : SampleSimulations.all()) {
      boolean isHot = simulation.load().effectiveServers() < 1.5;
      boolean hasDarkest =
          all(parsed(List.of(simulation)), "path").stream()
              .anyMatch(path -> path.getAttribute("fill").equals(DARKEST));
      assertThat(hasDarkest).as(simulation.strategy().name()).isEqualTo(isHot);
    }
  }
}
