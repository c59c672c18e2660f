package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordCallTest {

  @Test
  void everyCallIsAMethodWithItsTypeAndEveryMethodHasACall() {
    List<String> methods =
        Arrays.stream(RecordBytes.class.getDeclaredMethods())
            .filter(method -> !Modifier.isPrivate(method.getModifiers()) && !method.isSynthetic())
            .map(method -> method.getName() + type(method))
            .toList();
    assertThat(Arrays.stream(RecordCall.values()).map(call -> call.method() + call.type()))
        .containsExactlyInAnyOrderElementsOf(methods);
  }

  private static MethodType type(Method method) {
    return MethodType.methodType(method.getReturnType(), method.getParameterTypes());
  }
}
