package jfs.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Field;
import org.junit.jupiter.api.Test;

class ErrnoTest {

  @Test
  void namesWhatItKnows() throws IllegalAccessException {
    for (Field field : Errno.class.getFields()) {
      int number = field.getInt(null);
      assertEquals(field.getName(), Errno.name(number));
      assertEquals(field.getName(), Errno.name(-number));
    }
  }

  @Test
  void numbersWhatItDoesNotKnow() {
    assertEquals("errno 4711", Errno.name(-4711));
  }
}
