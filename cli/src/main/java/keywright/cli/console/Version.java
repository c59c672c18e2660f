package keywright.cli.console;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar's manifest. */
public final class Version implements IVersionProvider {
  /** The version number, without the name of the program. */
  public static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "(not packaged)" : version;
  }

  @Override
  public String[] getVersion() {
    return new String[] {"keywright " + text()};
  }
}
