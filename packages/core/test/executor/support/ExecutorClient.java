import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IExecutorService;
import com.hazelcast.durableexecutor.DurableExecutorService;
import com.hazelcast.scheduledexecutor.IScheduledExecutorService;
import com.hazelcast.scheduledexecutor.IScheduledFuture;
import com.hazelcast.scheduledexecutor.ScheduledTaskHandler;
import com.hazelcast.scheduledexecutor.TaskUtils;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks with Java's client, and prints what comes of each.
 *
 *     java -cp hazelcast-5.6.0.jar:CLASSES_OF_TASKS ExecutorClient.java HOST:PORT EXECUTOR
 *
 * Each line of its input is what is called, and its arguments, with tabs between them.
 */
public class ExecutorClient {
  private final HazelcastInstance client;
  private final IExecutorService executor;
  private final DurableExecutorService durable;
  private final IScheduledExecutorService scheduled;

  private ExecutorClient(HazelcastInstance client, String name) {
    this.client = client;
    executor = client.getExecutorService(name);
    durable = client.getDurableExecutorService(name);
    scheduled = client.getScheduledExecutorService(name);
  }

  public static void main(String[] arguments) throws Exception {
    ClientConfig config = new ClientConfig();
    config.getNetworkConfig().addAddress(arguments[0]);
    config.getSerializationConfig().addDataSerializableFactory(1, new Tasks());
    HazelcastInstance client = HazelcastClient.newHazelcastClient(config);
    ExecutorClient executors = new ExecutorClient(client, arguments[1]);
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      System.out.println(executors.outcome(line.split("\t", -1)));
    }
    client.shutdown();
  }

  private String outcome(String[] line) {
    try {
      return String.valueOf(call(line));
    } catch (ExecutionException exception) {
      return exception.getCause().getClass().getName();
    } catch (Exception exception) {
      return exception.getClass().getName();
    }
  }

  private Object call(String[] line) throws Exception {
    switch (line[0]) {
      case "submit":
        return executor.submit(taskOf(line[1])).get();
      case "run":
        return executor.submit(runnable(line[1])).get();
      case "submitToKeyOwner":
        return executor.submitToKeyOwner(taskOf(line[2]), line[1]).get();
      case "submitToMember":
        return executor.submitToMember(taskOf(line[2]), member(line[1])).get();
      case "submitToAllMembers":
        return onAll(executor.submitToAllMembers(taskOf(line[1])));
      case "isShutdown":
        return executor.isShutdown();
      case "destroy":
        executor.destroy();
        return null;
      case "durable.submit":
        return durable.submit(taskOf(line[1])).get();
      case "durable.run":
        return durable.submit(runnable(line[1])).get();
      case "durable.taskId":
        return durable.submitToKeyOwner(taskOf(line[2]), line[1]).getTaskId();
      case "durable.retrieveResult":
        return durable.retrieveResult(Long.parseLong(line[1])).get();
      case "durable.retrieveAndDisposeResult":
        return durable.retrieveAndDisposeResult(Long.parseLong(line[1])).get();
      case "durable.isShutdown":
        return durable.isShutdown();
      case "scheduled.run":
        return scheduled.schedule(runnable(line[1]), 0, TimeUnit.MILLISECONDS).get();
      case "scheduled.schedule":
        return scheduled.schedule(named(line[1], line[2]), 0, TimeUnit.MILLISECONDS).get();
      case "scheduled.urn":
        return urnOf(scheduled.schedule(named(line[1], line[2]), 0, TimeUnit.MILLISECONDS));
      case "scheduled.urnOnMember":
        return urnOf(scheduled.scheduleOnMember(named(line[2], line[3]), member(line[1]), 0, TimeUnit.MILLISECONDS));
      case "scheduled.get":
        return scheduled(line[1]).get();
      case "scheduled.isDone":
        return scheduled(line[1]).isDone();
      case "scheduled.isCancelled":
        return scheduled(line[1]).isCancelled();
      case "scheduled.cancel":
        return scheduled(line[1]).cancel(false);
      case "scheduled.totalRuns":
        return scheduled(line[1]).getStats().getTotalRuns();
      case "scheduled.dispose":
        scheduled(line[1]).dispose();
        return null;
      default:
        throw new UnsupportedOperationException(line[0]);
    }
  }

  private static Map<String, Object> onAll(Map<Member, Future<Object>> futures) throws Exception {
    Map<String, Object> results = new TreeMap<>();
    for (Map.Entry<Member, Future<Object>> each : futures.entrySet()) {
      results.put(each.getKey().getUuid().toString(), each.getValue().get());
    }
    return results;
  }

  private Callable<Object> named(String name, String text) {
    return TaskUtils.named(name, taskOf(text));
  }

  /** The name of a task for another line, which has room for no zero. */
  private static String urnOf(IScheduledFuture<?> future) {
    return Base64.getEncoder().encodeToString(future.getHandler().toUrn().getBytes());
  }

  private IScheduledFuture<Object> scheduled(String urn) {
    return scheduled.getScheduledFuture(ScheduledTaskHandler.of(new String(Base64.getDecoder().decode(urn))));
  }

  private Member member(String uuid) {
    return client.getCluster().getMembers().stream()
        .filter(each -> each.getUuid().toString().equals(uuid))
        .findFirst()
        .orElseThrow();
  }

  private static Tasks.Put runnable(String key) {
    Tasks.Put task = new Tasks.Put();
    task.key = key;
    return task;
  }

  /** A task by a text: `where`, `fail:CLASS`, or a text that is given back. */
  private static Callable<Object> taskOf(String text) {
    if (text.equals("where")) {
      return new Tasks.Where();
    }
    if (text.startsWith("fail:")) {
      Tasks.Fail task = new Tasks.Fail();
      task.className = text.substring(5);
      task.message = "why";
      return task;
    }
    Tasks.Echo task = new Tasks.Echo();
    task.value = text;
    return task;
  }
}
