package keywright.hbase;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keywright.key.ByteRange;
import keywright.store.Region;
import keywright.store.StoreException;
import keywright.store.TableLayout;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.jspecify.annotations.Nullable;

/**
 * Reads which regions a table has, from where HBase notes them and from the servers that have them.
 */
final class HBaseRegions {
  private HBaseRegions() {}

  static List<Region> of(HBaseClient client, TableLayout layout) {
    String table = layout.name();
    TableName name = client.name(layout);
    List<HRegionLocation> locations =
        client.read(
            table, "list the regions of", () -> client.locator(name).getAllRegionLocations());
    if (locations.isEmpty()) {
      throw new StoreException(
          "cannot list the regions of table " + table + ": " + HBaseTables.missing(client));
    }
    Set<ServerName> servers = new LinkedHashSet<>();
    for (HRegionLocation location : locations) {
      if (location.getServerName() != null) {
        servers.add(location.getServerName());
      }
    }
    Map<String, RegionMetrics> metrics = new HashMap<>();
    for (ServerName server : servers) {
      client
          .read(table, "list the regions of", () -> client.admin().getRegionMetrics(server, name))
          .forEach(each -> metrics.put(RegionInfo.encodeRegionName(each.getRegionName()), each));
    }
    List<Region> regions = new ArrayList<>();
    for (HRegionLocation location : locations) {
      if (RegionInfo.DEFAULT_REPLICA_ID == location.getRegion().getReplicaId()) {
        String id = location.getRegion().getEncodedName();
        regions.add(region(id, location, metrics.get(id)));
      }
    }
    regions.sort(Comparator.comparing(region -> region.range().start(), ByteRange.order()));
    return regions;
  }

  private static Region region(
      String id, HRegionLocation location, @Nullable RegionMetrics metrics) {
    byte[] stop = location.getRegion().getEndKey();
    ByteRange range =
        ByteRange.between(location.getRegion().getStartKey(), stop.length == 0 ? null : stop);
    ServerName server = location.getServerName();
    String address = server == null ? "" : server.getAddress().toString();
    return metrics == null
        ? new Region(id, range, address, 0, 0, 0)
        : new Region(
            id,
            range,
            address,
            (long)
                (metrics.getStoreFileSize().get(Size.Unit.BYTE)
                    + metrics.getMemStoreSize().get(Size.Unit.BYTE)),
            metrics.getReadRequestCount(),
            metrics.getWriteRequestCount());
  }
}
