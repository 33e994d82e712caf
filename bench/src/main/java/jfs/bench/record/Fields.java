package jfs.bench.record;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A JSON object that is asked for what it must have.
 *
 * @param path where it stands in the file, for messages; empty for the whole
 */
record Fields(String path, JsonObject json) {

  /** How something is made of a JSON object. */
  interface Reader<T> {
    T read(Fields json) throws BadReportException;
  }

  static Fields of(String path, JsonElement element) throws BadReportException {
    if (element == null || !element.isJsonObject()) {
      throw new BadReportException("no object '" + path + "'");
    }
    return new Fields(path, element.getAsJsonObject());
  }

  String text(String name) throws BadReportException {
    JsonElement value = json.get(name);
    if (!isText(value)) {
      throw new BadReportException("no text '" + at(name) + "'");
    }
    return value.getAsString();
  }

  double number(String name) throws BadReportException {
    JsonElement value = json.get(name);
    if (!isNumber(value)) {
      throw new BadReportException("no number '" + at(name) + "'");
    }
    return value.getAsDouble();
  }

  /** The names of all numbers, in its order; also of those that are null for want of data. */
  List<String> numberNames() {
    return json.entrySet().stream()
        .filter(entry -> entry.getValue().isJsonNull() || isNumber(entry.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** All numbers in it, less those that are null. */
  Map<String, Double> numbers() {
    Map<String, Double> numbers = new LinkedHashMap<>();
    json.entrySet().stream()
        .filter(entry -> isNumber(entry.getValue()))
        .forEach(entry -> numbers.put(entry.getKey(), entry.getValue().getAsDouble()));
    return numbers;
  }

  /** All of an object with texts as values. */
  Map<String, String> texts(String name) throws BadReportException {
    Fields object = object(name);
    Map<String, String> texts = new LinkedHashMap<>();
    for (String key : object.json.keySet()) {
      texts.put(key, object.text(key));
    }
    return texts;
  }

  Fields object(String name) throws BadReportException {
    return of(at(name), json.get(name));
  }

  boolean has(String name) {
    return json.has(name) && !json.get(name).isJsonNull();
  }

  List<String> textList(String name) throws BadReportException {
    List<String> texts = new ArrayList<>();
    for (JsonElement value : array(name)) {
      if (!isText(value)) {
        throw new BadReportException("not only texts in '" + at(name) + "'");
      }
      texts.add(value.getAsString());
    }
    return texts;
  }

  <T> List<T> list(String name, Reader<T> reader) throws BadReportException {
    return list(at(name), array(name), reader);
  }

  /** A list of lists. */
  <T> List<List<T>> lists(String name, Reader<T> reader) throws BadReportException {
    List<List<T>> all = new ArrayList<>();
    for (JsonElement inner : array(name)) {
      String path = at(name) + "[" + all.size() + "]";
      if (!inner.isJsonArray()) {
        throw new BadReportException("no list '" + path + "'");
      }
      all.add(list(path, inner.getAsJsonArray(), reader));
    }
    return all;
  }

  private static <T> List<T> list(String path, JsonArray array, Reader<T> reader)
      throws BadReportException {
    List<T> all = new ArrayList<>();
    for (JsonElement element : array) {
      all.add(reader.read(of(path + "[" + all.size() + "]", element)));
    }
    return all;
  }

  private JsonArray array(String name) throws BadReportException {
    JsonElement value = json.get(name);
    if (value == null || !value.isJsonArray()) {
      throw new BadReportException("no list '" + at(name) + "'");
    }
    return value.getAsJsonArray();
  }

  private String at(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private static boolean isText(JsonElement value) {
    return value != null && value.isJsonPrimitive() && value.getAsJsonPrimitive().isString();
  }

  private static boolean isNumber(JsonElement value) {
    return value != null && value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber();
  }
}
