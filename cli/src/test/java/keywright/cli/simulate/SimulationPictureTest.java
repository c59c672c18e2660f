package keywright.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import keywright.cli.SampleSimulations;
import keywright.cli.console.Text;
import keywright.design.simulate.Simulation;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The picture of heat maps as text. */
final class SimulationPictureTest {
  private static final Pattern RECTANGLE = Pattern.compile("M(\\d+) (\\d+)h(\\d+)v1h-\\3z");
  private static final String DARKEST = "#4a1148";

  private static Document parsed(List<Simulation> simulations) throws Exception {
    String svg = new SimulationPicture(simulations).svg();
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  private static List<Element> all(Document picture, String name) {
    NodeList found = picture.getElementsByTagName(name);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
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
      assertThat(texts).contains(Text.cut(Text.escape(simulation.strategy().name()), 38));
    }
  }

  @Test
  void everyColumnOfTimeHasCellsAndNoCellHasTwoShades() throws Exception {
    for (Simulation simulation : SampleSimulations.all()) {
      Set<List<Integer>> cells = new HashSet<>();
      for (Element path : all(parsed(List.of(simulation)), "path")) {
        Matcher rectangle = RECTANGLE.matcher(path.getAttribute("d"));
        while (rectangle.find()) {
          int column = Integer.parseInt(rectangle.group(1));
          int band = Integer.parseInt(rectangle.group(2));
          for (int i = 0; i < Integer.parseInt(rectangle.group(3)); i++) {
            assertThat(cells.add(List.of(column + i, band))).isTrue();
          }
        }
      }
      assertThat(cells).extracting(cell -> cell.get(0)).containsOnly(range(64)).contains(range(64));
      assertThat(cells).extracting(cell -> cell.get(1)).isSubsetOf(range(48));
    }
  }

  private static Integer[] range(int stop) {
    return IntStream.range(0, stop).boxed().toArray(Integer[]::new);
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
