package keywright.ojai;

import java.lang.reflect.Proxy;
import org.ojai.store.QueryCondition;

/** A condition as another driver makes them: all that is known of it is its JSON. */
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
}
