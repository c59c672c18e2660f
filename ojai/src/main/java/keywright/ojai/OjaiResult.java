package keywright.ojai;

import java.util.Iterator;
import org.ojai.Document;
import org.ojai.DocumentListener;
import org.ojai.base.QueryResultBase;
import org.ojai.exceptions.StreamInUseException;

/** The documents of a query, read while they are iterated, once, by one thread. */
final class OjaiResult extends QueryResultBase {
  private final StoreScan scan;

  OjaiResult(StoreScan scan) {
    this.scan = scan;
  }

  @Override
  public Document getQueryPlan() {
    return scan.plan();
  }

  @Override
  protected Iterator<Document> iteratorDerived() {
    return scan;
  }

  @Override
  protected void checkAndSetInUse() {
    checkOpen();
    if (isUsed) {
      throw new StreamInUseException(
          "cannot iterate the documents: found a second iterator, expected one for each query;"
              + " execute the query again");
    }
    isUsed = true;
  }

  @Override
  @SuppressWarnings("CatchingUnchecked") // The listener gets every failure, as the API says.
  public void streamTo(DocumentListener listener) {
    Iterator<Document> documents = iterator();
    try {
      boolean wantsMore = true;
      while (wantsMore && documents.hasNext()) {
        wantsMore = listener.documentArrived(documents.next());
      }
      close();
      if (wantsMore) {
        listener.eos();
      }
    } catch (Exception e) {
      close();
      listener.failed(e);
    }
  }

  @Override
  protected void closeDerived() {
    scan.close();
  }
}
