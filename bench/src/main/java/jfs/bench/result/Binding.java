package jfs.bench.result;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;

/** How records of reports and JSON are bound to each other. */
final class Binding {

  private Binding() {}

  static Gson gson() {
    Gson ofRows = builder().create();
    return builder()
        .setPrettyPrinting()
        .registerTypeAdapter(Row.class, new InOneLine(ofRows))
        .create();
  }

  private static GsonBuilder builder() {
    return new GsonBuilder()
        .setStrictness(Strictness.STRICT)
        .setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES)
        .disableHtmlEscaping()
        .serializeNulls()
        .registerTypeAdapter(double.class, new UnknownAsNull(Double.NaN))
        .registerTypeAdapter(Double.class, new UnknownAsNull(null))
        .registerTypeAdapter(Figure.class, new ByKey());
  }

  /** A row in a line of the file, so that a comparison by lines shows which rows differ. */
  private static final class InOneLine extends TypeAdapter<Row> {
    private final Gson gson;

    InOneLine(Gson gson) {
      this.gson = gson;
    }

    @Override
    public void write(JsonWriter out, Row row) throws IOException {
      out.jsonValue(gson.toJson(row));
    }

    @Override
    public Row read(JsonReader in) throws IOException {
      return gson.fromJson(in, Row.class);
    }
  }

  /** A number that is not known is null. */
  private static final class UnknownAsNull extends TypeAdapter<Double> {

    /** What null is read as. */
    private final Double unknown;

    UnknownAsNull(Double unknown) {
      this.unknown = unknown;
    }

    @Override
    public void write(JsonWriter out, Double value) throws IOException {
      if (value != null && Double.isFinite(value)) {
        out.value(value);
      } else {
        out.nullValue();
      }
    }

    @Override
    public Double read(JsonReader in) throws IOException {
      if (in.peek() == JsonToken.NULL) {
        in.nextNull();
        return unknown;
      }
      return in.nextDouble();
    }
  }

  /** A figure by its name in files. */
  private static final class ByKey extends TypeAdapter<Figure> {
    @Override
    public void write(JsonWriter out, Figure figure) throws IOException {
      out.value(figure.key());
    }

    @Override
    public Figure read(JsonReader in) throws IOException {
      try {
        return Figure.of(in.nextString());
      } catch (IllegalArgumentException e) {
        throw new JsonParseException(e.getMessage());
      }
    }
  }
}
