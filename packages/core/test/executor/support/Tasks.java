import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
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

  @Override
  public Task create(int classId) {
    switch (classId) {
      case 1:
        return new Echo();
      case 2:
        return new Fail();
      case 3:
        return new Nap();
      case 4:
        return new Where();
      case 5:
        return new Put();
      case 6:
        return new Unserializable();
      case 7:
        return new Count();
      default:
        return null;
    }
  }

  public abstract static class Task implements IdentifiedDataSerializable, HazelcastInstanceAware {
    final int classId;
    transient HazelcastInstance hazelcast;

    Task(int classId) {
      this.classId = classId;
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
    public void writeData(ObjectDataOutput out) throws IOException {}

    @Override
    public void readData(ObjectDataInput in) throws IOException {}
  }

  /** Gives back its value. */
  public static class Echo extends Task implements Callable<Object> {
    public Object value;

    public Echo() {
      super(1);
    }

    @Override
    public Object call() {
      return value;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
      out.writeObject(value);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
      value = in.readObject();
    }
  }

  /** Throws an exception of a class. */
  public static class Fail extends Task implements Callable<Object> {
    public String className;
    public String message;

    public Fail() {
      super(2);
    }

    @Override
    public Object call() throws Exception {
      throw (Exception) Class.forName(className).getConstructor(String.class).newInstance(message);
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
      out.writeString(className);
      out.writeString(message);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
      className = in.readString();
      message = in.readString();
    }
  }

  /** Sleeps for a while, and writes into the map of naps how far it is. Returns its name. */
  public static class Nap extends Task implements Callable<String> {
    public String name;
    public int millis;

    public Nap() {
      super(3);
    }

    @Override
    public String call() throws InterruptedException {
      say("started");
      try {
        Thread.sleep(millis);
      } catch (InterruptedException interruption) {
        // A thread that was interrupted cannot wait for an answer itself.
        new Thread(() -> say("interrupted")).start();
        throw interruption;
      }
      say("finished");
      return name;
    }

    private void say(String what) {
      hazelcast.<String, String>getMap("naps").merge(name, what, (before, now) -> before + " " + now);
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
      out.writeString(name);
      out.writeInt(millis);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
      name = in.readString();
      millis = in.readInt();
    }
  }

  /** Returns the UUID of the member that runs it. */
  public static class Where extends Task implements Callable<Object> {
    public Where() {
      super(4);
    }

    @Override
    public Object call() {
      return hazelcast.getCluster().getLocalMember().getUuid();
    }
  }

  /** Sets a key of the map of naps. */
  public static class Put extends Task implements Runnable {
    public String key;

    public Put() {
      super(5);
    }

    @Override
    public void run() {
      hazelcast.getMap("naps").set(key, "put");
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
      out.writeString(key);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
      key = in.readString();
    }
  }

  /** Counts its runs in the map of naps, and throws at the last one. Returns how many there were. */
  public static class Count extends Task implements Callable<Integer> {
    public String name;
    public int last;

    public Count() {
      super(7);
    }

    @Override
    public Integer call() {
      String runs = hazelcast.<String, String>getMap("naps").merge(name, "1", Count::increment);
      if (Integer.parseInt(runs) == last) {
        throw new IllegalStateException("that was the last run");
      }
      return Integer.parseInt(runs);
    }

    private static String increment(String before, String one) {
      return String.valueOf(Integer.parseInt(before) + 1);
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
      out.writeString(name);
      out.writeInt(last);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
      name = in.readString();
      last = in.readInt();
    }
  }

  /** Returns what cannot be serialized. */
  public static class Unserializable extends Task implements Callable<Object> {
    public Unserializable() {
      super(6);
    }

    @Override
    public Object call() {
      return new Unfit();
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
