import com.hazelcast.config.SerializationConfig;
import com.hazelcast.internal.serialization.InternalSerializationService;
import com.hazelcast.internal.serialization.impl.DefaultSerializationServiceBuilder;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.serialization.ClassDefinition;
import com.hazelcast.nio.serialization.ClassDefinitionBuilder;
import com.hazelcast.nio.serialization.Portable;
import com.hazelcast.nio.serialization.PortableReader;
import com.hazelcast.nio.serialization.PortableWriter;
import com.hazelcast.nio.serialization.VersionedPortable;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;

/** Prints what Java writes for the objects of golden.ts, as JSON. */
public class Golden {
  static final LocalDate DATE = LocalDate.of(2024, 2, 29);
  static final LocalTime TIME = LocalTime.of(23, 59, 58, 123_456_789);
  static final LocalDateTime TIMESTAMP = LocalDateTime.of(DATE, TIME);
  static final OffsetDateTime WITH_TIMEZONE = OffsetDateTime.of(TIMESTAMP, ZoneOffset.ofTotalSeconds(-12_600));

  static class Inner implements VersionedPortable {
    int number;

    Inner(int number) {
      this.number = number;
    }

    public int getFactoryId() {
      return 1;
    }

    public int getClassId() {
      return 2;
    }

    public int getClassVersion() {
      return 3;
    }

    public void writePortable(PortableWriter writer) throws IOException {
      writer.writeInt("number", number);
    }

    public void readPortable(PortableReader reader) {}
  }

  static class Every implements Portable {
    public int getFactoryId() {
      return 1;
    }

    public int getClassId() {
      return 1;
    }

    public void writePortable(PortableWriter writer) throws IOException {
      writer.writeByte("byte", (byte) 200);
      writer.writeBoolean("boolean", true);
      writer.writeChar("char", 'é');
      writer.writeShort("short", (short) -2);
      writer.writeInt("int", -70_000);
      writer.writeLong("long", -9007199254740993L);
      writer.writeFloat("float", 0.5f);
      writer.writeDouble("double", -1.5);
      writer.writeString("string", "a é 漢 💣");
      writer.writeDecimal("decimal", new BigDecimal("2.00"));
      writer.writeTime("time", TIME);
      writer.writeDate("date", DATE);
      writer.writeTimestamp("timestamp", TIMESTAMP);
      writer.writeTimestampWithTimezone("timestampWithTimezone", WITH_TIMEZONE);
      writer.writePortable("portable", new Inner(7));
      writer.writeByteArray("byteArray", new byte[] {0, 1, (byte) 255});
      writer.writeBooleanArray("booleanArray", new boolean[] {true, false});
      writer.writeCharArray("charArray", new char[] {'a', 'é'});
      writer.writeShortArray("shortArray", new short[] {1, -2});
      writer.writeIntArray("intArray", new int[] {1, -70_000});
      writer.writeLongArray("longArray", new long[] {1, -9007199254740993L});
      writer.writeFloatArray("floatArray", new float[] {0.5f});
      writer.writeDoubleArray("doubleArray", new double[] {1.5, -2});
      writer.writeStringArray("stringArray", new String[] {"a", null, ""});
      writer.writeDecimalArray("decimalArray", new BigDecimal[] {new BigDecimal("2.00")});
      writer.writeTimeArray("timeArray", new LocalTime[] {TIME, TIME});
      writer.writeDateArray("dateArray", new LocalDate[] {DATE, DATE});
      writer.writeTimestampArray("timestampArray", new LocalDateTime[] {TIMESTAMP});
      writer.writeTimestampWithTimezoneArray("timestampWithTimezoneArray", new OffsetDateTime[] {WITH_TIMEZONE});
      writer.writePortableArray("portableArray", new Portable[] {new Inner(8), new Inner(9)});
    }

    public void readPortable(PortableReader reader) {}
  }

  static class Nothing implements Portable {
    public int getFactoryId() {
      return 1;
    }

    public int getClassId() {
      return 4;
    }

    public void writePortable(PortableWriter writer) throws IOException {
      writer.writeString("string", null);
      writer.writeDecimal("decimal", null);
      writer.writeTimestamp("timestamp", null);
      writer.writeIntArray("intArray", null);
      writer.writeDateArray("dateArray", null);
      writer.writeNullPortable("portable", 1, 2);
      writer.writePortableArray("portableArray", null);
      writer.writePortableArray("noPortables", new Portable[0]);
    }

    public void readPortable(PortableReader reader) {}
  }

  static class WithRawData implements Portable {
    public int getFactoryId() {
      return 1;
    }

    public int getClassId() {
      return 5;
    }

    public void writePortable(PortableWriter writer) throws IOException {
      writer.writeInt("größe", 1);
      writer.getRawDataOutput().writeString("raw");
      writer.getRawDataOutput().writeObject(new Inner(10));
      writer.getRawDataOutput().writeInt(77);
    }

    public void readPortable(PortableReader reader) {}
  }

  public static void main(String[] arguments) {
    StringBuilder json = new StringBuilder("{");
    for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
      ClassDefinition inner = new ClassDefinitionBuilder(1, 2, 3).addIntField("number").build();
      ClassDefinition nothing = new ClassDefinitionBuilder(1, 4, 0)
          .addStringField("string")
          .addDecimalField("decimal")
          .addTimestampField("timestamp")
          .addIntArrayField("intArray")
          .addDateArrayField("dateArray")
          .addPortableField("portable", inner)
          .addPortableArrayField("portableArray", inner)
          .addPortableArrayField("noPortables", inner)
          .build();
      SerializationConfig config = new SerializationConfig().setByteOrder(order);
      config.addClassDefinition(inner).addClassDefinition(nothing);
      InternalSerializationService service = new DefaultSerializationServiceBuilder().setConfig(config).build();
      Portable[] objects = {new Every(), new Nothing(), new WithRawData()};
      for (Portable object : objects) {
        String name = object.getClass().getSimpleName();
        String big = order == ByteOrder.BIG_ENDIAN ? "big-endian" : "little-endian";
        String bytes = HexFormat.of().formatHex(service.toBytes(object));
        json.append(json.length() == 1 ? "\n" : ",\n");
        json.append("  \"" + name + ", " + big + "\": \"" + bytes + "\"");
      }
    }
    System.out.println(json + "\n}");
  }
}
