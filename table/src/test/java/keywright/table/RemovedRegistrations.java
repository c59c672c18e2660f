package keywright.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import keywright.store.Engine;
import keywright.store.RowWrite;
import keywright.store.WriteBatch;
import keywright.store.contract.ForwardingEngine;
import keywright.table.catalog.Catalog;
import keywright.table.catalog.Registrations;

/**
 * The engine of one process, which notes the registrations of other processes that this one
 * removes: those that it has waited for in vain. Safe for many threads.
 */
class RemovedRegistrations extends ForwardingEngine {
  private final Set<String> added = ConcurrentHashMap.newKeySet();
  private final Set<String> removed = ConcurrentHashMap.newKeySet();

  RemovedRegistrations(Engine engine) {
    super(engine);
  }

  /** Names of registrations of others. */
  List<String> ofOthers() {
    List<String> names = new ArrayList<>(removed);
    names.removeAll(added);
    return names;
  }

  @Override
  public boolean write(WriteBatch batch) {
    for (RowWrite write : batch.writes()) {
      if (write.layout().name().equals(Catalog.LAYOUT.name())) {
        String name = String.valueOf(write.key().part(0));
        if (Registrations.isName(name) && write instanceof RowWrite.Delete) {
          removed.add(name);
        } else if (Registrations.isName(name) && write.expectedVersion() == WriteBatch.ABSENT) {
          added.add(name);
        }
      }
    }
    return super.write(batch);
  }
}
