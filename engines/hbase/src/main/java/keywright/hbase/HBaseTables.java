package keywright.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import keywright.store.EngineTable;
import keywright.store.FamilyLayout;
import keywright.store.NoTableException;
import keywright.store.StoreException;
import keywright.store.TableLayout;
import org.apache.hadoop.hbase.ConcurrentTableModificationException;
import org.apache.hadoop.hbase.InvalidFamilyOperationException;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.NamespaceExistException;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotDisabledException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.jspecify.annotations.Nullable;

/**
 * Makes, changes and removes the tables of a namespace; knows those of ours by a note of theirs.
 */
final class HBaseTables {
  /** How often a family is added while other clients change the same table. */
  private static final int ADDITIONS_MAX = 20;

  /** The note, and the form that the rows have. */
  private static final String FORM = "keywright.form";

  private static final String FORM_OF_VALUES = "1";

  private final HBaseClient client;

  HBaseTables(HBaseClient client) {
    this.client = client;
  }

  /** The names of our tables. */
  Set<String> names() {
    try {
      return names(
          client.change(
              "list the tables",
              () -> client.admin().listTableDescriptorsByNamespace(client.location().namespace())));
    } catch (ExecutionException e) {
      if (HBaseErrors.cause(e) instanceof NamespaceNotFoundException) {
        return new TreeSet<>();
      }
      throw failed("list the tables of " + client.location(), e);
    }
  }

  /**
   * Whether there is a table of this name, ours or not. Asks where its regions are, which neither
   * needs the master nor any right.
   */
  boolean contains(String table) {
    TableName name = client.ownName(table);
    return !client
        .read(table, "look for", () -> client.locator(name).getAllRegionLocations())
        .isEmpty();
  }

  private static Set<String> names(Collection<TableDescriptor> tables) {
    Set<String> names = new TreeSet<>();
    for (TableDescriptor table : tables) {
      String name = HBaseNames.decode(table.getTableName().getQualifierAsString());
      if (name != null && table.getValue(FORM) != null) {
        names.add(name);
      }
    }
    return names;
  }

  void create(TableLayout layout, List<byte[]> splits, Map<String, String> options) {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(client.name(layout)).setValue(FORM, FORM_OF_VALUES);
    HBaseOptions.set(table, options);
    layout.families().forEach(family -> table.setColumnFamily(descriptor(family)));
    try {
      create(table.build(), splits);
    } catch (ExecutionException e) {
      if (HBaseErrors.cause(e) instanceof TableExistsException) {
        throw new StoreException(
            "cannot create table "
                + layout.name()
                + ": found a table of that name"
                + (names().contains(layout.name())
                    ? ", expected none; drop it first"
                    : " in HBase that Keywright did not create, expected none; choose another name"),
            e);
      }
      throw failed("create table " + layout.name(), layout, e);
    }
  }

  private void create(TableDescriptor table, List<byte[]> splits) throws ExecutionException {
    String what = "create table " + table.getTableName().getQualifierAsString();
    try {
      client.change(what, () -> created(table, splits));
    } catch (ExecutionException e) {
      if (!(HBaseErrors.cause(e) instanceof NamespaceNotFoundException)) {
        throw e;
      }
      createNamespace();
      client.change(what, () -> created(table, splits));
    }
  }

  private CompletableFuture<Void> created(TableDescriptor table, List<byte[]> splits) {
    return splits.isEmpty()
        ? client.admin().createTable(table)
        : client.admin().createTable(table, splits.toArray(byte[][]::new));
  }

  private void createNamespace() throws ExecutionException {
    String name = client.location().namespace();
    try {
      client.change(
          "create namespace " + name,
          () -> client.admin().createNamespace(NamespaceDescriptor.create(name).build()));
    } catch (ExecutionException e) {
      if (!(HBaseErrors.cause(e) instanceof NamespaceExistException)) {
        throw e;
      }
    }
  }

  private static Compression.Algorithm codec(FamilyLayout family) {
    return switch (family.compression()) {
      case "lz4" -> Compression.Algorithm.LZ4;
      case "zstd" -> Compression.Algorithm.ZSTD;
      default -> Compression.Algorithm.NONE;
    };
  }

  private static ColumnFamilyDescriptor descriptor(FamilyLayout family) {
    return ColumnFamilyDescriptorBuilder.newBuilder(
            HBaseNames.encode(family.name()).getBytes(UTF_8))
        .setMaxVersions(1)
        .setCompressionType(codec(family))
        .build();
  }

  /** Requires a table of another client that has these families. */
  void requireAttachable(TableLayout layout) {
    String what = "attach table " + layout.name();
    TableName name = client.name(layout);
    TableDescriptor there;
    try {
      there = client.change(what, () -> client.admin().getDescriptor(name));
    } catch (ExecutionException e) {
      if (!(HBaseErrors.cause(e) instanceof TableNotFoundException)) {
        throw failed(what, e);
      }
      throw new StoreException(
          "cannot "
              + what
              + ": found no table "
              + name
              + " in HBase, expected one that another client has created; to create a new table use CREATE TABLE",
          e);
    }
    if (there.getValue(FORM) != null) {
      throw new StoreException(
          "cannot "
              + what
              + ": found a table that Keywright created, expected one that another client has"
              + " made; open the database that it belongs to");
    }
    for (FamilyLayout family : layout.families()) {
      if (!family.columns().isEmpty() && !there.hasColumnFamily(family.name().getBytes(UTF_8))) {
        Set<String> families = new TreeSet<>();
        there.getColumnFamilyNames().forEach(each -> families.add(new String(each, UTF_8)));
        throw new StoreException(
            "cannot "
                + what
                + ": found no family "
                + family.name()
                + " in HBase, expected one of "
                + String.join(", ", families)
                + "; declare the columns in one of these families with FAMILY");
      }
    }
  }

  /**
   * Adds the families that a table lacks, one by one: HBase then keeps the families that another
   * process adds at the same time.
   */
  void addFamilies(TableLayout layout) {
    TableName name = client.name(layout);
    String what = "add families to table " + layout.name();
    try {
      TableDescriptor now = client.change(what, () -> client.admin().getDescriptor(name));
      for (FamilyLayout family : layout.families()) {
        ColumnFamilyDescriptor added = descriptor(family);
        if (!now.hasColumnFamily(added.getName())) {
          addFamily(name, added, what);
        }
      }
    } catch (ExecutionException e) {
      throw failed(what, layout, e);
    }
  }

  private void addFamily(TableName table, ColumnFamilyDescriptor family, String what)
      throws ExecutionException {
    for (int attempt = 1; ; attempt++) {
      try {
        client.change(what, () -> client.admin().addColumnFamily(table, family));
        return;
      } catch (ExecutionException e) {
        Throwable cause = HBaseErrors.cause(e);
        if (cause instanceof InvalidFamilyOperationException && exists(table, family, what)) {
          return; // Another process was faster.
        }
        if (!(cause instanceof ConcurrentTableModificationException) || attempt == ADDITIONS_MAX) {
          throw e;
        }
      }
    }
  }

  private boolean exists(TableName table, ColumnFamilyDescriptor family, String what)
      throws ExecutionException {
    return client
        .change(what, () -> client.admin().getDescriptor(table))
        .hasColumnFamily(family.getName());
  }

  /** Sets the codec of one family; its other settings stay as they are in HBase. */
  void compress(TableLayout layout, String family) {
    TableName name = client.name(layout);
    String what = "compress family " + family + " of table " + layout.name();
    FamilyLayout wanted = layout.families().get(layout.familyIndex(family));
    try {
      TableDescriptor now = client.change(what, () -> client.admin().getDescriptor(name));
      ColumnFamilyDescriptor there = now.getColumnFamily(descriptor(wanted).getName());
      if (there == null) {
        throw new StoreException(
            "cannot %s: found no family %s in table %s of HBase, expected one; add it in HBase's shell: alter '%s', '%s'"
                .formatted(what, family, name, name, family));
      }
      client.change(
          what,
          () ->
              client
                  .admin()
                  .modifyColumnFamily(
                      name,
                      ColumnFamilyDescriptorBuilder.newBuilder(there)
                          .setCompressionType(codec(wanted))
                          .build()));
    } catch (ExecutionException e) {
      throw failed(what, layout, e);
    }
  }

  void drop(String table) {
    // Never an attached table, whatever its name in HBase.
    TableName name = client.ownName(table);
    String what = "drop table " + table;
    try {
      if (client.change(what, () -> client.admin().getDescriptor(name)).getValue(FORM) == null) {
        throw new StoreException(
            "cannot "
                + what
                + ": found a table of that name in HBase that Keywright did not create, expected a table of Keywright; choose another name");
      }
      // Disabled already: a drop that was cut off continues here.
      unless(TableNotEnabledException.class, what, () -> client.admin().disableTable(name));
      client.change(what, () -> client.admin().deleteTable(name));
    } catch (ExecutionException e) {
      throw failed(what, e);
    }
  }

  /** A table as it is now; HBase's time of its oldest region tells it from others of its name. */
  EngineTable found(String table) {
    try {
      return new EngineTable(table, id(table), isEnabled(table));
    } catch (ExecutionException e) {
      throw failed("look at table " + table, e);
    }
  }

  private long id(String table) throws ExecutionException {
    TableName name = client.ownName(table);
    return client.change("look at table " + table, () -> client.admin().getRegions(name)).stream()
        .mapToLong(RegionInfo::getRegionId)
        .min()
        .orElse(0);
  }

  private boolean isEnabled(String table) throws ExecutionException {
    TableName name = client.ownName(table);
    return client.change("look at table " + table, () -> client.admin().isTableEnabled(name));
  }

  /**
   * Drops a table if it is the one that was found. Who drops it meanwhile and makes another of its
   * name makes one that is enabled, which HBase does not delete.
   */
  boolean drop(EngineTable table) {
    TableName name = client.ownName(table.name());
    String what = "drop table " + table.name();
    try {
      if (id(table.name()) != table.id()) {
        return false;
      }
      unless(TableNotEnabledException.class, what, () -> client.admin().disableTable(name));
      if (id(table.name()) != table.id()) {
        unless(TableNotDisabledException.class, what, () -> client.admin().enableTable(name));
        return false;
      }
      client.change(what, () -> client.admin().deleteTable(name));
      return true;
    } catch (ExecutionException e) {
      Throwable cause = HBaseErrors.cause(e);
      if (cause instanceof TableNotFoundException || cause instanceof TableNotDisabledException) {
        return false;
      }
      throw failed(what, e);
    }
  }

  private void unless(
      Class<? extends Exception> harmless, String what, Supplier<CompletableFuture<Void>> call)
      throws ExecutionException {
    try {
      client.change(what, call);
    } catch (ExecutionException e) {
      if (!harmless.isInstance(HBaseErrors.cause(e))) {
        throw e;
      }
    }
  }

  private StoreException failed(String what, TableLayout layout, ExecutionException e) {
    String codec = missingCodec(String.valueOf(HBaseErrors.cause(e).getMessage()), layout);
    return codec == null
        ? failed(what, e)
        : new StoreException(
            "cannot "
                + what
                + ": found no codec for compression "
                + codec
                + " on HBase's servers, expected one for it; declare the columns in a family with another codec, such as FAMILY d (a, b) WITH compression = 'none', or install the codec on the servers",
            e);
  }

  /**
   * The compression whose codec HBase missed, by its error; null when it is about something else.
   * HBase tries each codec when a table is made; what it says then depends on the codec, but for
   * the advice to skip such checks.
   */
  private static @Nullable String missingCodec(String message, TableLayout layout) {
    String text = message.toLowerCase(Locale.ROOT);
    boolean ofCodecs =
        text.contains("sanity.checks") && (text.contains("compress") || text.contains("codec"));
    Set<String> used = new TreeSet<>();
    layout.families().forEach(family -> used.add(family.compression()));
    used.remove("none");
    if (!ofCodecs || used.isEmpty()) {
      return null;
    }
    return used.stream().filter(text::contains).findFirst().orElse(String.join(" or ", used));
  }

  private StoreException failed(String what, ExecutionException e) {
    client.requireOpen();
    if (HBaseErrors.cause(e) instanceof TableNotFoundException) {
      return new NoTableException("cannot " + what + ": " + missing(client), e);
    }
    return client.errors().ofChange(what, e);
  }

  /** What there is instead of a table that is missing, as far as the master says it in time. */
  static String missing(HBaseClient client) {
    Set<String> names;
    try {
      names = names(client.listTables());
    } catch (StoreException e) {
      return "found no such table in HBase, expected the table; list the tables of the namespace in HBase's shell";
    }
    return NoTableException.found(names);
  }

  /** What there is instead of a family that is missing. */
  static String missingFamily(HBaseClient client, String table, Throwable cause) {
    Set<String> families = new TreeSet<>();
    TableDescriptor descriptor =
        client.read(table, () -> client.admin().getDescriptor(client.name(table)));
    for (byte[] family : descriptor.getColumnFamilyNames()) {
      String name = HBaseNames.decode(new String(family, UTF_8));
      families.add(name == null ? new String(family, UTF_8) : name);
    }
    return "found no family "
        + missingName(cause)
        + ", expected one of "
        + String.join(", ", families);
  }

  /** HBase says {@code Column family NAME does not exist in region …}. */
  private static String missingName(Throwable cause) {
    String[] words = HBaseErrors.firstLine(cause).replaceFirst(".*Column family ", "").split(" ");
    String name = HBaseNames.decode(words[0]);
    return name == null ? words[0] : name;
  }
}
