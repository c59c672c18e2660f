package keywright.ojai;

import java.lang.reflect.Proxy;
import org.ojai.store.DocumentMutation;
import org.ojai.store.QueryCondition;

/** Conditions and mutations as another driver makes them: known by their JSON or their steps. */
final class Foreign {
  private Foreign() {}

  static QueryCondition condition(String json) {
    return (QueryCondition)
        Proxy.newProxyInstance(
            Foreign.class.getClassLoader(),
            new Class<?>[] {QueryCondition.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("asJsonString")) {
                return json;
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }

  static DocumentMutation mutation(DocumentMutation steps) {
    return (DocumentMutation)
        Proxy.newProxyInstance(
            Foreign.class.getClassLoader(),
            new Class<?>[] {DocumentMutation.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("iterator")) {
                return steps.iterator();
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }
}
