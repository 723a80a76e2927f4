import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.DataSerializableFactory;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.util.concurrent.Callable;

/** Counts the words of a text on the member that runs it. */
public class WordCount implements IdentifiedDataSerializable, Callable<Integer> {
  private String text;

  @Override
  public Integer call() {
    return text.isBlank() ? 0 : text.strip().split("\\s+").length;
  }

  @Override
  public int getFactoryId() {
    return 7;
  }

  @Override
  public int getClassId() {
    return 1;
  }

  @Override
  public void writeData(ObjectDataOutput out) throws IOException {
    out.writeString(text);
  }

  @Override
  public void readData(ObjectDataInput in) throws IOException {
    text = in.readString();
  }

  /** What a member's configuration names: see docs/structures/executor-service.md. */
  public static class Factory implements DataSerializableFactory {
    @Override
    public IdentifiedDataSerializable create(int classId) {
      return new WordCount();
    }
  }
}
