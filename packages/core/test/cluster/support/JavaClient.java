import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastJsonValue;
import com.hazelcast.durableexecutor.DurableExecutorServiceFuture;
import com.hazelcast.nio.serialization.DataSerializableFactory;
import com.hazelcast.query.Predicate;
import com.hazelcast.query.Predicates;
import com.hazelcast.scheduledexecutor.IScheduledFuture;
import com.hazelcast.scheduledexecutor.ScheduledTaskHandler;
import com.hazelcast.scheduledexecutor.TaskUtils;
import com.hazelcast.transaction.TransactionContext;
import com.hazelcast.transaction.TransactionOptions;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Java's client, which makes the calls of its input, and prints what comes of each.
 *
 *     java -cp hazelcast-5.6.0.jar JavaClient.java HOST:PORT
 *
 * Each line has tabs between its parts: "client" or "context", how an object is got from it and its name, and a method of that with its
 * arguments; or "context" and a method of the context of transactions alone. "open" with a type of transactions makes another context.
 */
public class JavaClient {
  private final HazelcastInstance client;
  private TransactionContext context;

  private JavaClient(HazelcastInstance client) {
    this.client = client;
  }

  public static void main(String[] arguments) throws Exception {
    ClientConfig config = new ClientConfig();
    config.getNetworkConfig().addAddress(arguments[0]);
    try {
      Object tasks = Class.forName("Tasks").getConstructor().newInstance();
      config.getSerializationConfig().addDataSerializableFactory(1, (DataSerializableFactory) tasks);
    } catch (ClassNotFoundException noTasks) {
      // Only tests of executors have them.
    }
    HazelcastInstance client = HazelcastClient.newHazelcastClient(config);
    JavaClient program = new JavaClient(client);
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      System.out.println(program.outcomeOf(line.split("\t", -1)));
    }
    client.shutdown();
  }

  /** What a call gives, or the class of what it throws. */
  private String outcomeOf(String[] line) {
    try {
      return textOf(call(line));
    } catch (InvocationTargetException | ExecutionException error) {
      return error.getCause().getClass().getName();
    } catch (Exception error) {
      return error.getClass().getName();
    }
  }

  private Object call(String[] line) throws Exception {
    if (line[0].equals("open")) {
      TransactionOptions.TransactionType type = TransactionOptions.TransactionType.valueOf(line[1]);
      context = client.newTransactionContext(new TransactionOptions().setTransactionType(type));
      return "done";
    }
    Object owner = line[0].equals("client") ? client : context;
    if (line.length == 2) return invoke(owner, line[1]);
    Object result = invoke(invoke(owner, line[1], line[2]), line[3], Arrays.copyOfRange(line, 4, line.length));
    if (line[3].equals("getScheduledFuture")) return ((Future<?>) result).get();
    if (result instanceof DurableExecutorServiceFuture<?> future) return future.getTaskId();
    // The name of a task for another line, which has room for no zero.
    if (result instanceof IScheduledFuture<?> future) return Base64.getEncoder().encodeToString(future.getHandler().toUrn().getBytes());
    return result instanceof Future<?> future ? future.get() : result;
  }

  /** Calls the method that takes these arguments; times are in milliseconds. */
  private Object invoke(Object target, String name, String... texts) throws Exception {
    for (Method method : target.getClass().getMethods()) {
      Class<?>[] types = method.getParameterTypes();
      Object[] values = new Object[types.length];
      int given = 0;
      boolean fits = method.getName().equals(name);
      for (int i = 0; fits && i < types.length; i++) {
        if (types[i] == TimeUnit.class) values[i] = TimeUnit.MILLISECONDS;
        else values[i] = given < texts.length ? valueOf(texts[given++], types[i]) : null;
        fits = values[i] != null;
      }
      if (!fits || given < texts.length) continue;
      method.setAccessible(true);
      Object result = method.invoke(target, values);
      return method.getReturnType() == void.class ? "done" : result;
    }
    throw new NoSuchMethodException(name);
  }

  /** The value of a text for a parameter of this type, null if there is none. What takes anything gets "type:text", or the text itself. */
  private Object valueOf(String text, Class<?> type) throws Exception {
    if (type == long.class) return Long.valueOf(text);
    if (type == Predicate.class) return Predicates.sql(text);
    if (type == ScheduledTaskHandler.class) return ScheduledTaskHandler.of(new String(Base64.getDecoder().decode(text)));
    if (type == Member.class) {
      return client.getCluster().getMembers().stream().filter(each -> each.getUuid().toString().equals(text)).findFirst().get();
    }
    Object value = anyOf(text);
    // Named tasks are both.
    if (type == Runnable.class && value instanceof Callable) return null;
    return type.isInstance(value) ? value : null;
  }

  private static Object anyOf(String text) throws Exception {
    String[] parts = text.split(":", 2);
    String rest = parts.length == 2 ? parts[1] : "";
    switch (parts[0]) {
      case "string":
        return rest;
      case "double":
        return Double.valueOf(rest);
      case "long":
        return Long.valueOf(rest);
      case "boolean":
        return Boolean.valueOf(rest);
      case "bytes":
        return rest.getBytes(StandardCharsets.UTF_8);
      case "uuid":
        return UUID.fromString(rest);
      case "json":
        return new HazelcastJsonValue(rest);
      case "task":
        return Class.forName("Tasks").getMethod("ofText", String.class).invoke(null, rest);
      case "named":
        String[] named = rest.split(":", 2);
        return TaskUtils.named(named[0], (Callable<?>) anyOf("task:" + named[1]));
      default:
        return text;
    }
  }

  /** Lists in the order of their texts. */
  private static String textOf(Object result) throws Exception {
    if (result instanceof Object[] items) return textOf(Arrays.asList(items));
    if (result instanceof Collection<?> items) {
      return items.stream().map(String::valueOf).sorted().collect(Collectors.joining(", ", "[", "]"));
    }
    if (result instanceof Map<?, ?> futures) {
      Collection<String> texts = new java.util.ArrayList<>();
      for (Map.Entry<?, ?> each : futures.entrySet()) {
        texts.add(((Member) each.getKey()).getUuid() + "=" + ((Future<?>) each.getValue()).get());
      }
      return textOf(texts);
    }
    return String.valueOf(result);
  }
}
