import com.hazelcast.config.SerializationConfig;
import com.hazelcast.core.HazelcastJsonValue;
import com.hazelcast.internal.serialization.InternalSerializationService;
import com.hazelcast.internal.serialization.impl.DefaultSerializationServiceBuilder;
import com.hazelcast.internal.serialization.impl.compact.Schema;
import com.hazelcast.internal.serialization.impl.compact.SchemaService;
import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;

/** Prints what Java writes for the values of golden-java.test.ts, and the schemas of the Compact ones, as JSON. */
public class GoldenValues {
  static final LocalDate DATE = LocalDate.of(2024, 2, 29);
  static final LocalTime TIME = LocalTime.of(23, 59, 58, 123_456_789);
  static final LocalDateTime TIMESTAMP = LocalDateTime.of(DATE, TIME);
  static final OffsetDateTime WITH_TIMEZONE = OffsetDateTime.of(TIMESTAMP, ZoneOffset.ofTotalSeconds(-12_600));
  static final BigDecimal DECIMAL = new BigDecimal("-12345678901234567890.0123");
  static final long LONG = -9007199254740993L;
  static final String TEXT = "a \u00e9 \u6f22 \ud83d\udca3";

  /** An object of a type of its own, which writes its fields so. */
  static class Written {
    final Consumer<CompactWriter> fields;

    Written(Consumer<CompactWriter> fields) {
      this.fields = fields;
    }
  }

  static class Every extends Written {
    Every() {
      super(GoldenValues::every);
    }
  }

  static class Nothing extends Written {
    Nothing() {
      super(GoldenValues::nothing);
    }
  }

  static class Gaps extends Written {
    Gaps() {
      super(GoldenValues::gaps);
    }
  }

  static class Empty extends Written {
    Empty() {
      super(GoldenValues::empty);
    }
  }

  static class Texts extends Written {
    Texts() {
      super(writer -> {
        writer.writeString("first", "x".repeat(200));
        writer.writeString("second", "\u6f22".repeat(40));
        writer.writeInt32("number", 5);
        writer.writeString("third", null);
      });
    }
  }

  static class Inner extends Written {
    Inner(int number, Inner next) {
      super(writer -> {
        writer.writeInt32("number", number);
        writer.writeCompact("next", next);
      });
    }
  }

  static class NoFields extends Written {
    NoFields() {
      super(writer -> {});
    }
  }

  static class Serializer<T extends Written> implements CompactSerializer<T> {
    final Class<T> written;

    Serializer(Class<T> written) {
      this.written = written;
    }

    public T read(CompactReader reader) {
      throw new UnsupportedOperationException();
    }

    public void write(CompactWriter writer, T object) {
      object.fields.accept(writer);
    }

    public String getTypeName() {
      return written.getSimpleName();
    }

    public Class<T> getCompactClass() {
      return written;
    }
  }

  static void every(CompactWriter w) {
    w.writeBoolean("Boolean", true);
    w.writeInt8("Int8", (byte) -8);
    w.writeInt16("Int16", (short) -30_000);
    w.writeInt32("Int32", -70_000);
    w.writeInt64("Int64", LONG);
    w.writeFloat32("Float32", 0.5f);
    w.writeFloat64("Float64", -1.5);
    w.writeString("String", TEXT);
    w.writeDecimal("Decimal", DECIMAL);
    w.writeTime("Time", TIME);
    w.writeDate("Date", DATE);
    w.writeTimestamp("Timestamp", TIMESTAMP);
    w.writeTimestampWithTimezone("TimestampWithTimezone", WITH_TIMEZONE);
    w.writeCompact("Compact", new Inner(1, new Inner(2, new Inner(3, null))));
    w.writeArrayOfBoolean("ArrayOfBoolean",
        new boolean[] {true, false, false, true, true, true, false, true, true, false});
    w.writeArrayOfInt8("ArrayOfInt8", new byte[] {1, -1, 127, -128});
    w.writeArrayOfInt16("ArrayOfInt16", new short[] {1, -2});
    w.writeArrayOfInt32("ArrayOfInt32", new int[] {1, -70_000});
    w.writeArrayOfInt64("ArrayOfInt64", new long[] {LONG, Long.MAX_VALUE});
    w.writeArrayOfFloat32("ArrayOfFloat32", new float[] {0.5f, -2});
    w.writeArrayOfFloat64("ArrayOfFloat64", new double[] {0.1, -0.0, Double.NaN});
    w.writeArrayOfString("ArrayOfString", new String[] {TEXT, "", "b"});
    w.writeArrayOfDecimal("ArrayOfDecimal", new BigDecimal[] {DECIMAL, new BigDecimal("2.00")});
    w.writeArrayOfTime("ArrayOfTime", new LocalTime[] {TIME, LocalTime.MIDNIGHT});
    w.writeArrayOfDate("ArrayOfDate", new LocalDate[] {DATE, LocalDate.of(-1, 1, 2)});
    w.writeArrayOfTimestamp("ArrayOfTimestamp", new LocalDateTime[] {TIMESTAMP, TIMESTAMP});
    w.writeArrayOfTimestampWithTimezone("ArrayOfTimestampWithTimezone",
        new OffsetDateTime[] {WITH_TIMEZONE, WITH_TIMEZONE});
    w.writeArrayOfCompact("ArrayOfCompact", new Inner[] {new Inner(4, null), new Inner(5, new Inner(6, null))});
    w.writeNullableBoolean("NullableBoolean", true);
    w.writeNullableInt8("NullableInt8", (byte) 8);
    w.writeNullableInt16("NullableInt16", (short) 16);
    w.writeNullableInt32("NullableInt32", 32);
    w.writeNullableInt64("NullableInt64", 64L);
    w.writeNullableFloat32("NullableFloat32", 0.25f);
    w.writeNullableFloat64("NullableFloat64", 0.125);
    w.writeArrayOfNullableBoolean("ArrayOfNullableBoolean", new Boolean[] {true, false});
    w.writeArrayOfNullableInt8("ArrayOfNullableInt8", new Byte[] {1, -2});
    w.writeArrayOfNullableInt16("ArrayOfNullableInt16", new Short[] {1, -2});
    w.writeArrayOfNullableInt32("ArrayOfNullableInt32", new Integer[] {1, -2});
    w.writeArrayOfNullableInt64("ArrayOfNullableInt64", new Long[] {1L, LONG});
    w.writeArrayOfNullableFloat32("ArrayOfNullableFloat32", new Float[] {1f, -2f});
    w.writeArrayOfNullableFloat64("ArrayOfNullableFloat64", new Double[] {1.0, -2.5});
  }

  static void nothing(CompactWriter w) {
    w.writeString("String", null);
    w.writeDecimal("Decimal", null);
    w.writeTime("Time", null);
    w.writeDate("Date", null);
    w.writeTimestamp("Timestamp", null);
    w.writeTimestampWithTimezone("TimestampWithTimezone", null);
    w.writeCompact("Compact", null);
    w.writeArrayOfBoolean("ArrayOfBoolean", null);
    w.writeArrayOfInt8("ArrayOfInt8", null);
    w.writeArrayOfInt16("ArrayOfInt16", null);
    w.writeArrayOfInt32("ArrayOfInt32", null);
    w.writeArrayOfInt64("ArrayOfInt64", null);
    w.writeArrayOfFloat32("ArrayOfFloat32", null);
    w.writeArrayOfFloat64("ArrayOfFloat64", null);
    w.writeArrayOfString("ArrayOfString", null);
    w.writeArrayOfDecimal("ArrayOfDecimal", null);
    w.writeArrayOfTime("ArrayOfTime", null);
    w.writeArrayOfDate("ArrayOfDate", null);
    w.writeArrayOfTimestamp("ArrayOfTimestamp", null);
    w.writeArrayOfTimestampWithTimezone("ArrayOfTimestampWithTimezone", null);
    w.writeArrayOfCompact("ArrayOfCompact", null);
    w.writeNullableBoolean("NullableBoolean", null);
    w.writeNullableInt8("NullableInt8", null);
    w.writeNullableInt16("NullableInt16", null);
    w.writeNullableInt32("NullableInt32", null);
    w.writeNullableInt64("NullableInt64", null);
    w.writeNullableFloat32("NullableFloat32", null);
    w.writeNullableFloat64("NullableFloat64", null);
    w.writeArrayOfNullableBoolean("ArrayOfNullableBoolean", null);
    w.writeArrayOfNullableInt8("ArrayOfNullableInt8", null);
    w.writeArrayOfNullableInt16("ArrayOfNullableInt16", null);
    w.writeArrayOfNullableInt32("ArrayOfNullableInt32", null);
    w.writeArrayOfNullableInt64("ArrayOfNullableInt64", null);
    w.writeArrayOfNullableFloat32("ArrayOfNullableFloat32", null);
    w.writeArrayOfNullableFloat64("ArrayOfNullableFloat64", null);
  }

  static void gaps(CompactWriter w) {
    w.writeArrayOfString("ArrayOfString", new String[] {null, "b", null});
    w.writeArrayOfDecimal("ArrayOfDecimal", new BigDecimal[] {DECIMAL, null});
    w.writeArrayOfTime("ArrayOfTime", new LocalTime[] {null, TIME});
    w.writeArrayOfDate("ArrayOfDate", new LocalDate[] {DATE, null});
    w.writeArrayOfTimestamp("ArrayOfTimestamp", new LocalDateTime[] {null, TIMESTAMP});
    w.writeArrayOfTimestampWithTimezone("ArrayOfTimestampWithTimezone", new OffsetDateTime[] {WITH_TIMEZONE, null});
    w.writeArrayOfCompact("ArrayOfCompact", new Inner[] {null, new Inner(7, null), null});
    w.writeArrayOfNullableBoolean("ArrayOfNullableBoolean", new Boolean[] {null, true});
    w.writeArrayOfNullableInt8("ArrayOfNullableInt8", new Byte[] {1, null});
    w.writeArrayOfNullableInt16("ArrayOfNullableInt16", new Short[] {null, 2});
    w.writeArrayOfNullableInt32("ArrayOfNullableInt32", new Integer[] {3, null});
    w.writeArrayOfNullableInt64("ArrayOfNullableInt64", new Long[] {null, 4L});
    w.writeArrayOfNullableFloat32("ArrayOfNullableFloat32", new Float[] {5f, null});
    w.writeArrayOfNullableFloat64("ArrayOfNullableFloat64", new Double[] {null, null});
  }

  static void empty(CompactWriter w) {
    w.writeString("String", "");
    w.writeDecimal("Decimal", new BigDecimal("2.00"));
    w.writeArrayOfBoolean("ArrayOfBoolean", new boolean[0]);
    w.writeArrayOfInt8("ArrayOfInt8", new byte[0]);
    w.writeArrayOfInt32("ArrayOfInt32", new int[0]);
    w.writeArrayOfFloat64("ArrayOfFloat64", new double[0]);
    w.writeArrayOfString("ArrayOfString", new String[0]);
    w.writeArrayOfDecimal("ArrayOfDecimal", new BigDecimal[0]);
    w.writeArrayOfTimestamp("ArrayOfTimestamp", new LocalDateTime[0]);
    w.writeArrayOfCompact("ArrayOfCompact", new Inner[0]);
    w.writeArrayOfNullableInt64("ArrayOfNullableInt64", new Long[0]);
  }

  static Map<String, Object> values() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("null", null);
    values.put("Boolean", true);
    values.put("Byte", (byte) -3);
    values.put("Short", (short) -30_000);
    values.put("Integer", 2_000_000_000);
    values.put("Long", LONG);
    values.put("Float", 0.5f);
    values.put("Double", -1.5);
    values.put("Character", '\u00e9');
    values.put("String", TEXT);
    values.put("empty String", "");
    values.put("UUID", new UUID(1234567890123L, -1));
    values.put("Date", new Date(1_700_000_000_123L));
    values.put("Date before 1970", new Date(-1));
    values.put("BigInteger", BigInteger.ONE.shiftLeft(100));
    values.put("negative BigInteger", BigInteger.valueOf(-128));
    values.put("BigInteger of a full byte", BigInteger.valueOf(128));
    values.put("BigDecimal", DECIMAL);
    values.put("BigDecimal with a negative scale", new BigDecimal(BigInteger.valueOf(5), -9));
    values.put("BigDecimal without digits", new BigDecimal("0.00"));
    values.put("LocalDate", DATE);
    values.put("least LocalDate", LocalDate.MIN);
    values.put("greatest LocalDate", LocalDate.MAX);
    values.put("LocalTime", TIME);
    values.put("greatest LocalTime", LocalTime.MAX);
    values.put("LocalDateTime", TIMESTAMP);
    values.put("OffsetDateTime", WITH_TIMEZONE);
    values.put("OffsetDateTime in the farthest zone", OffsetDateTime.of(TIMESTAMP, ZoneOffset.MAX));
    values.put("Class", String.class);
    values.put("HazelcastJsonValue", new HazelcastJsonValue("{\"a\":[1,\"\u00e9\",null]}"));
    values.put("boolean[]", new boolean[] {true, false});
    values.put("byte[]", new byte[] {0, 1, 127, -128, -1});
    values.put("char[]", new char[] {'a', '\u00e9'});
    values.put("short[]", new short[] {1, -2});
    values.put("int[]", new int[] {1, -2});
    values.put("long[]", new long[] {LONG, Long.MAX_VALUE});
    values.put("float[]", new float[] {0.5f, -2});
    values.put("double[]", new double[] {0, -0.0, 1e300, Double.NaN});
    values.put("empty double[]", new double[0]);
    values.put("String[]", new String[] {"a", null, "\u6f22"});
    values.put("Object[]", new Object[] {1, "a", null, new Object[] {true}});
    values.put("ArrayList", new ArrayList<>(Arrays.asList(1.5, "a", null, new ArrayList<>(List.of(DECIMAL)))));
    values.put("ArrayList of BigDecimal", new ArrayList<>(Arrays.asList(DECIMAL, null, new BigDecimal("2.00"))));
    values.put("ArrayList of BigInteger", new ArrayList<>(List.of(BigInteger.valueOf(200), BigInteger.valueOf(-77))));
    values.put("ArrayList of byte[]", new ArrayList<>(List.of(new byte[] {1}, new byte[0])));
    values.put("empty ArrayList", new ArrayList<>());
    values.put("LinkedList", new LinkedList<>(List.of(DATE, new UUID(1, 2), new int[] {1})));
    values.put("Compact of every kind", new Every());
    values.put("Compact of nulls", new Nothing());
    values.put("Compact of arrays with nulls", new Gaps());
    values.put("Compact of empty arrays", new Empty());
    values.put("Compact with distant fields", new Texts());
    values.put("Compact without fields", new NoFields());
    values.put("ArrayList of Compact", new ArrayList<>(Arrays.asList(new Inner(8, null), null)));
    return values;
  }

  /** Keeps schemas for those who write and read here. */
  static class Schemas implements SchemaService {
    final Map<Long, Schema> byId = new LinkedHashMap<>();

    public Schema get(long schemaId) {
      return byId.get(schemaId);
    }

    public void put(Schema schema) {
      putLocal(schema);
    }

    public void putLocal(Schema schema) {
      byId.put(schema.getSchemaId(), schema);
    }
  }

  static String quoted(String text) {
    return "\"" + text + "\"";
  }

  public static void main(String[] arguments) {
    List<String> lines = new ArrayList<>();
    Map<String, String> schemas = new TreeMap<>();
    for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
      SerializationConfig config = new SerializationConfig().setByteOrder(order);
      for (Class<? extends Written> each : List.of(
          Every.class, Nothing.class, Gaps.class, Empty.class, Texts.class, Inner.class, NoFields.class)) {
        config.getCompactSerializationConfig().addSerializer(new Serializer<>(each));
      }
      Schemas known = new Schemas();
      InternalSerializationService service =
          new DefaultSerializationServiceBuilder().setConfig(config).setSchemaService(known).build();
      String name = order == ByteOrder.BIG_ENDIAN ? "big-endian" : "little-endian";
      values().forEach((what, value) -> {
        byte[] bytes = value == null ? new byte[8] : service.toBytes(value);
        lines.add("    " + quoted(what + ", " + name) + ": " + quoted(Base64.getEncoder().encodeToString(bytes)));
      });
      for (Schema schema : known.byId.values()) {
        List<String> fields = new ArrayList<>();
        schema.getFields().forEach(field ->
            fields.add("[" + quoted(field.getFieldName()) + ", " + field.getKind().getId() + "]"));
        Collections.sort(fields);
        schemas.put(schema.getTypeName(), "    " + quoted(schema.getTypeName()) + ": { \"id\": "
            + quoted(String.format("%016x", schema.getSchemaId())) + ", \"fields\": [" + String.join(", ", fields) + "] }");
      }
    }
    System.out.println("{\n  \"schemas\": {\n" + String.join(",\n", schemas.values())
        + "\n  },\n  \"values\": {\n" + String.join(",\n", lines) + "\n  }\n}");
  }
}
