package jfs.bench.html;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfs.bench.record.Figure;
import jfs.bench.record.Ratio;
import jfs.bench.record.Report;
import jfs.bench.record.Row;

/** What the page's script plots. The single rounds are left out: they are most of a file. */
final class PlotData {

  private PlotData() {}

  /** JSON that can stand in a script element: as Gson writes it, it has no {@code <}. */
  static String of(Report report) {
    JsonObject json = new JsonObject();
    json.add("variants", texts(report.variants()));
    json.add("figures", figures(report.figures()));
    json.add("compared", texts(compared(report)));
    JsonArray workloads = new JsonArray();
    report.workloads().forEach(workload -> workloads.add(workload(report, workload)));
    json.add("workloads", workloads);
    JsonArray families = new JsonArray();
    SizeFamilies.of(report).forEach((name, members) -> families.add(family(report, name, members)));
    json.add("families", families);
    return new Gson().toJson(json);
  }

  private static List<String> compared(Report report) {
    return report.rows().stream()
        .flatMap(row -> row.compared().stream())
        .map(Figure::key)
        .distinct()
        .toList();
  }

  private static JsonArray figures(List<Figure> figures) {
    JsonArray array = new JsonArray();
    for (Figure figure : figures) {
      JsonObject json = new JsonObject();
      json.addProperty("key", figure.key());
      json.addProperty("label", figure.label());
      json.addProperty("percentile", figure.isPercentile());
      array.add(json);
    }
    return array;
  }

  /** A workload with a cell for each variant, null where it was not run. */
  private static JsonObject workload(Report report, String workload) {
    JsonObject json = new JsonObject();
    json.addProperty("label", workload);
    JsonArray cells = new JsonArray();
    for (String variant : report.variants()) {
      Optional<Row> row = report.row(workload, variant);
      row.ifPresent(found -> json.addProperty("bytes", found.bytes()));
      cells.add(row.map(PlotData::cell).orElse(JsonNull.INSTANCE));
    }
    json.add("cells", cells);
    return json;
  }

  private static JsonElement cell(Row row) {
    JsonObject cell = new JsonObject();
    JsonObject figures = new JsonObject();
    row.figures().forEach((figure, value) -> figures.addProperty(figure.key(), value));
    cell.add("figures", figures);
    JsonObject speedups = new JsonObject();
    for (Map.Entry<Figure, Ratio> entry : row.speedups().entrySet()) {
      JsonArray ratio = new JsonArray();
      ratio.add(entry.getValue().median());
      ratio.add(end(entry.getValue().low()));
      ratio.add(end(entry.getValue().high()));
      speedups.add(entry.getKey().key(), ratio);
    }
    cell.add("speedups", speedups);
    return cell;
  }

  private static JsonElement end(double value) {
    return Double.isNaN(value) ? JsonNull.INSTANCE : new JsonPrimitive(value);
  }

  private static JsonObject family(Report report, String name, List<String> members) {
    JsonObject json = new JsonObject();
    json.addProperty("name", name);
    JsonArray indices = new JsonArray();
    members.forEach(member -> indices.add(report.workloads().indexOf(member)));
    json.add("workloads", indices);
    return json;
  }

  private static JsonArray texts(List<String> texts) {
    JsonArray array = new JsonArray();
    texts.forEach(array::add);
    return array;
  }
}
