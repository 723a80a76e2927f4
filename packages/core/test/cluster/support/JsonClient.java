import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastJsonValue;
import com.hazelcast.map.IMap;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A Java client that puts JSON documents into a map, under the numbers from 0 on, and ends.
 *
 *     java -cp hazelcast-5.6.0.jar JsonClient.java HOST:PORT MAP
 *
 * Each line of its input is a document, in base64.
 */
public class JsonClient {
  public static void main(String[] arguments) throws Exception {
    ClientConfig config = new ClientConfig();
    config.getNetworkConfig().addAddress(arguments[0]);
    HazelcastInstance client = HazelcastClient.newHazelcastClient(config);
    IMap<Double, HazelcastJsonValue> map = client.getMap(arguments[1]);
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    double number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String text = new String(Base64.getDecoder().decode(line), StandardCharsets.UTF_8);
      map.set(number++, new HazelcastJsonValue(text));
    }
    client.shutdown();
  }
}
