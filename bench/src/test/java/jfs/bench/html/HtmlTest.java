package jfs.bench.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;

class HtmlTest {

  @Test
  void escapesWhatMarkupIsMadeOf() {
    assertEquals(
        "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt; &amp; µ", Html.escape("<a b=\"c\" d='e'> & µ"));
  }

  @Test
  void closesAnElementByItsNameAlone() {
    assertEquals(
        "<th scope=\"row\">1 &lt; 2</th>",
        new Html().element("th scope=\"row\"", "1 < 2").toString());
  }

  @Test
  void fillsInOnce() {
    assertEquals("{{b}} $1 \\", Template.fill("{{a}}", Map.of("a", "{{b}} $1 \\", "b", "wrong")));
    assertThrows(IllegalStateException.class, () -> Template.fill("{{c}}", Map.of()));
  }
}
