package example;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/** Runs cases one after another and prints a line of the Test Anything Protocol for each. */
final class Tap {
  interface Case {
    void run() throws Exception;
  }

  private record Named(String name, Case body) {}

  private final List<Named> cases = new ArrayList<>();

  void add(String name, Case body) {
    cases.add(new Named(name, body));
  }

  /** Runs every case. Returns how many failed. */
  int run() {
    System.out.println("1.." + cases.size());
    int failed = 0;
    int number = 0;
    for (Named each : cases) {
      number += 1;
      try {
        each.body.run();
        System.out.println("ok " + number + " - " + each.name);
      } catch (Exception | AssertionError error) {
        failed += 1;
        StringWriter trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace));
        System.out.println("not ok " + number + " - " + each.name);
        trace.toString().lines().limit(30).forEach(line -> System.out.println("# " + line));
      }
    }
    return failed;
  }

  static void equal(Object actual, Object expected) {
    if (!Objects.equals(actual, expected)) {
      throw new AssertionError("expected " + expected + ", got " + actual);
    }
  }

  static void eventually(String what, BooleanSupplier check) throws InterruptedException {
    long end = System.nanoTime() + 60_000_000_000L;
    while (!check.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not after 60 s: " + what);
      }
      Thread.sleep(50);
    }
  }
}
