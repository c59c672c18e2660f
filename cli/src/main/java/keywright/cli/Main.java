package keywright.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The entry point of the {@code keywright} command. */
@Command(
    name = "keywright",
    description = "A row-key layer for wide-column stores.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = Main.Version.class)
public final class Main {

  private Main() {}

  /** Runs the command named by {@code arguments} and exits with its status. */
  public static void main(String... arguments) {
    System.exit(new CommandLine(new Main()).execute(arguments));
  }

  /** The version that the build wrote into the jar's manifest. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"keywright " + (version == null ? "(not packaged)" : version)};
    }
  }
}
