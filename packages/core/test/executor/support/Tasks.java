import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.IMap;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.DataSerializableFactory;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import com.hazelcast.nio.serialization.Portable;
import com.hazelcast.nio.serialization.PortableFactory;
import com.hazelcast.nio.serialization.PortableReader;
import com.hazelcast.nio.serialization.PortableWriter;
import java.io.IOException;
import java.util.BitSet;
import java.util.concurrent.Callable;

/** The tasks that tests run on members, which get them compiled. */
public class Tasks implements DataSerializableFactory {
  private static final int FACTORY = 1;

  private static final int ECHO = 1;
  private static final int FAIL = 2;
  private static final int NAP = 3;
  private static final int WHERE = 4;
  private static final int PUT = 5;
  private static final int UNSERIALIZABLE = 6;
  private static final int COUNT = 7;

  @Override
  public Task create(int classId) {
    if (classId == PUT) return new Put();
    return classId < ECHO || classId > COUNT ? null : new Called(classId);
  }

  /** A task by a text: `where`, `put:KEY`, `fail:CLASS`, or a text that is given back. */
  public static Task ofText(String text) {
    String[] parts = text.split(":", 2);
    if (parts[0].equals("put")) {
      Put put = new Put();
      put.text = parts[1];
      return put;
    }
    Called called = new Called(parts[0].equals("where") ? WHERE : parts[0].equals("fail") ? FAIL : ECHO);
    called.value = text;
    called.text = parts.length == 2 ? parts[1] : "";
    called.message = "why";
    return called;
  }

  /** What all tasks are, and what the map of naps has. */
  public abstract static class Task implements IdentifiedDataSerializable, HazelcastInstanceAware {
    final int classId;
    String text;
    transient HazelcastInstance hazelcast;

    Task(int classId) {
      this.classId = classId;
    }

    IMap<String, String> naps() {
      return hazelcast.getMap("naps");
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance instance) {
      hazelcast = instance;
    }

    @Override
    public int getFactoryId() {
      return FACTORY;
    }

    @Override
    public int getClassId() {
      return classId;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
      out.writeString(text);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
      text = in.readString();
    }
  }

  /** Sets a key of the map of naps. */
  public static class Put extends Task implements Runnable {
    public Put() {
      super(PUT);
    }

    @Override
    public void run() {
      naps().set(text, "put");
    }
  }

  public static class Called extends Task implements Callable<Object> {
    Object value;
    String message;
    int number;

    public Called(int classId) {
      super(classId);
    }

    @Override
    public Object call() throws Exception {
      switch (classId) {
        case ECHO:
          return value;
        case FAIL:
          throw (Exception) Class.forName(text).getConstructor(String.class).newInstance(message);
        case NAP:
          return nap();
        case WHERE:
          return hazelcast.getCluster().getLocalMember().getUuid();
        case UNSERIALIZABLE:
          return new Unfit();
        default:
          return count();
      }
    }

    /** Sleeps for a while, and writes into the map of naps how far it is. Returns its name. */
    private String nap() throws InterruptedException {
      say("started");
      try {
        Thread.sleep(number);
      } catch (InterruptedException interruption) {
        // A thread that was interrupted cannot wait for an answer itself.
        new Thread(() -> say("interrupted")).start();
        throw interruption;
      }
      say("finished");
      return text;
    }

    private void say(String what) {
      naps().merge(text, what, (before, now) -> before + " " + now);
    }

    /** Counts its runs in the map of naps, and throws at the last one. Returns how many there were. */
    private int count() {
      String runs = naps().merge(text, "1", Called::increment);
      if (Integer.parseInt(runs) == number) throw new IllegalStateException("that was the last run");
      return Integer.parseInt(runs);
    }

    private static String increment(String before, String one) {
      return String.valueOf(Integer.parseInt(before) + 1);
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
      if (classId == ECHO) out.writeObject(value);
      else if (classId == FAIL || classId == NAP || classId == COUNT) super.writeData(out);
      if (classId == FAIL) out.writeString(message);
      if (classId == NAP || classId == COUNT) out.writeInt(number);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
      if (classId == ECHO) value = in.readObject();
      else if (classId == FAIL || classId == NAP || classId == COUNT) super.readData(in);
      if (classId == FAIL) message = in.readString();
      if (classId == NAP || classId == COUNT) number = in.readInt();
    }
  }

  /** A class without a serializer, with a field that a Compact value cannot have. */
  private static class Unfit {
    private final BitSet bits = new BitSet();
  }

  public static class Portables implements PortableFactory {
    @Override
    public Portable create(int classId) {
      return new PortableDouble();
    }
  }

  /** Returns its number twice as large. */
  public static class PortableDouble implements Portable, Callable<Integer> {
    private int number;

    @Override
    public Integer call() {
      return 2 * number;
    }

    @Override
    public int getFactoryId() {
      return FACTORY;
    }

    @Override
    public int getClassId() {
      return 1;
    }

    @Override
    public void writePortable(PortableWriter writer) throws IOException {
      writer.writeInt("number", number);
    }

    @Override
    public void readPortable(PortableReader reader) throws IOException {
      number = reader.readInt("number");
    }
  }

  /** The same as a Compact value, whose type name is that of the class. */
  public static class CompactDouble implements Callable<Integer> {
    private int number;

    @Override
    public Integer call() {
      return 2 * number;
    }
  }
}
