import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.query.Predicate;
import com.hazelcast.query.Predicates;
import com.hazelcast.transaction.TransactionContext;
import com.hazelcast.transaction.TransactionOptions;
import com.hazelcast.transaction.TransactionalList;
import com.hazelcast.transaction.TransactionalMap;
import com.hazelcast.transaction.TransactionalMultiMap;
import com.hazelcast.transaction.TransactionalQueue;
import com.hazelcast.transaction.TransactionalSet;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Runs scripts of transactions with Java's client, and prints what comes of each line.
 *
 *     java -cp hazelcast-5.6.0.jar TransactionScripts.java HOST:PORT TWO_PHASE
 *
 * Each line of its input is a call with its arguments, with tabs between them. "open" with a prefix makes another context, whose
 * objects have names with this prefix.
 */
public class TransactionScripts {
  private static final Object DONE = new Object();

  private final HazelcastInstance client;
  private final TransactionContext context;
  private final String prefix;

  private TransactionScripts(HazelcastInstance client, TransactionOptions options, String prefix) {
    this.client = client;
    this.context = client.newTransactionContext(options);
    this.prefix = prefix;
  }

  public static void main(String[] arguments) throws Exception {
    ClientConfig config = new ClientConfig();
    config.getNetworkConfig().addAddress(arguments[0]);
    HazelcastInstance client = HazelcastClient.newHazelcastClient(config);
    TransactionOptions options = new TransactionOptions();
    options.setTransactionType(TransactionOptions.TransactionType.valueOf(arguments[1]));
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    TransactionScripts script = null;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] call = line.split("\t");
      if (call[0].equals("open")) script = new TransactionScripts(client, options, call[1]);
      else System.out.println(script.outcomeOf(call));
    }
    client.shutdown();
  }

  private String outcomeOf(String[] call) {
    try {
      return textOf(run(call));
    } catch (Exception error) {
      return error.getClass().getSimpleName().replaceAll("Exception$", "");
    }
  }

  private static String textOf(Object result) {
    if (result == DONE) return "done";
    if (result instanceof Object[] items) return textOf(Arrays.asList(items));
    if (result instanceof Collection<?> items) {
      return items.stream().map(String::valueOf).sorted().collect(Collectors.joining(", ", "[", "]"));
    }
    return String.valueOf(result);
  }

  private Object run(String[] call) throws Exception {
    String name = call[0];
    String a = call.length > 1 ? call[1] : null;
    String b = call.length > 2 ? call[2] : null;
    String c = call.length > 3 ? call[3] : null;
    switch (name) {
      case "begin":
        context.beginTransaction();
        return DONE;
      case "commit":
        context.commitTransaction();
        return DONE;
      case "rollback":
        context.rollbackTransaction();
        return DONE;
    }
    String[] parts = name.split("\\.");
    String object = prefix + "-" + parts[1];
    if (parts[0].equals("out")) return runOutside(parts[1], parts[2], object, a, b);
    switch (parts[1]) {
      case "map":
        return runMap(context.getMap(object), parts[2], a, b, c);
      case "multiMap":
        return runMultiMap(context.getMultiMap(object), parts[2], a, b);
      case "queue":
        return runQueue(context.getQueue(object), parts[2], a, b);
      case "list":
        TransactionalList<String> list = context.getList(object);
        return parts[2].equals("add") ? list.add(a) : parts[2].equals("remove") ? list.remove(a) : list.size();
      default:
        TransactionalSet<String> set = context.getSet(object);
        return parts[2].equals("add") ? set.add(a) : parts[2].equals("remove") ? set.remove(a) : set.size();
    }
  }

  private static Object runMap(TransactionalMap<String, String> map, String method, String a, String b, String c) {
    Predicate<String, String> condition = a == null ? null : Predicates.sql(a);
    switch (method) {
      case "get":
        return map.get(a);
      case "getForUpdate":
        return map.getForUpdate(a);
      case "containsKey":
        return map.containsKey(a);
      case "size":
        return map.size();
      case "isEmpty":
        return map.isEmpty();
      case "put":
        return map.put(a, b);
      case "set":
        map.set(a, b);
        return DONE;
      case "putIfAbsent":
        return map.putIfAbsent(a, b);
      case "replace":
        return map.replace(a, b);
      case "replaceIfSame":
        return map.replace(a, b, c);
      case "remove":
        return map.remove(a);
      case "removeIfSame":
        return map.remove(a, b);
      case "delete":
        map.delete(a);
        return DONE;
      case "keySet":
        return condition == null ? map.keySet() : map.keySet(condition);
      case "values":
        return condition == null ? map.values() : map.values(condition);
      default:
        throw new UnsupportedOperationException(method);
    }
  }

  private static Object runMultiMap(TransactionalMultiMap<String, String> map, String method, String a, String b) {
    switch (method) {
      case "put":
        return map.put(a, b);
      case "get":
        return map.get(a);
      case "remove":
        return map.remove(a, b);
      case "removeAll":
        return map.remove(a);
      case "valueCount":
        return map.valueCount(a);
      case "size":
        return map.size();
      default:
        throw new UnsupportedOperationException(method);
    }
  }

  private static Object runQueue(TransactionalQueue<String> queue, String method, String a, String b) throws Exception {
    switch (method) {
      case "offer":
        return b == null ? queue.offer(a) : queue.offer(a, Long.parseLong(b), TimeUnit.MILLISECONDS);
      case "poll":
        return a == null ? queue.poll() : queue.poll(Long.parseLong(a), TimeUnit.MILLISECONDS);
      case "peek":
        return a == null ? queue.peek() : queue.peek(Long.parseLong(a), TimeUnit.MILLISECONDS);
      case "take":
        return queue.take();
      case "size":
        return queue.size();
      default:
        throw new UnsupportedOperationException(method);
    }
  }

  private Object runOutside(String kind, String method, String object, String a, String b) {
    switch (kind + "." + method) {
      case "map.set":
        client.getMap(object).set(a, b);
        return DONE;
      case "map.get":
        return client.getMap(object).get(a);
      case "map.containsKey":
        return client.getMap(object).containsKey(a);
      case "map.size":
        return client.getMap(object).size();
      case "map.isLocked":
        return client.getMap(object).isLocked(a);
      case "multiMap.put":
        return client.getMultiMap(object).put(a, b);
      case "multiMap.get":
        return client.getMultiMap(object).get(a);
      case "multiMap.size":
        return client.getMultiMap(object).size();
      case "queue.offer":
        return client.getQueue(object).offer(a);
      case "queue.poll":
        return client.getQueue(object).poll();
      case "queue.size":
        return client.getQueue(object).size();
      case "list.add":
        return client.getList(object).add(a);
      case "list.toArray":
        return client.getList(object).toArray();
      case "set.add":
        return client.getSet(object).add(a);
      case "set.size":
        return client.getSet(object).size();
      case "set.toArray":
        return client.getSet(object).toArray();
      default:
        throw new UnsupportedOperationException(kind + "." + method);
    }
  }
}
