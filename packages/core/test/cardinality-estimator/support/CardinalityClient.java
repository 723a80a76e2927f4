import com.hazelcast.cardinality.CardinalityEstimator;
import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastJsonValue;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * A Java client that adds items to a cardinality estimator, and prints the estimate after each.
 *
 *     java -cp hazelcast-5.6.0.jar CardinalityClient.java HOST:PORT NAME
 *
 * Each line of its input is an item: its type, a tab, and its text.
 */
public class CardinalityClient {
  public static void main(String[] arguments) throws Exception {
    ClientConfig config = new ClientConfig();
    config.getNetworkConfig().addAddress(arguments[0]);
    HazelcastInstance client = HazelcastClient.newHazelcastClient(config);
    CardinalityEstimator estimator = client.getCardinalityEstimator(arguments[1]);
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] item = line.split("\t", 2);
      estimator.add(itemOf(item[0], item[1]));
      System.out.println(estimator.estimate());
    }
    client.shutdown();
  }

  private static Object itemOf(String type, String text) {
    switch (type) {
      case "double":
        return Double.valueOf(text);
      case "long":
        return Long.valueOf(text);
      case "boolean":
        return Boolean.valueOf(text);
      case "bytes":
        return text.getBytes(StandardCharsets.UTF_8);
      case "uuid":
        return UUID.fromString(text);
      case "json":
        return new HazelcastJsonValue(text);
      default:
        return text;
    }
  }
}
