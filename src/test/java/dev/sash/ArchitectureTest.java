package dev.sash;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.Timer;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which package may use which, and which may touch what: the plan of the house. */
class ArchitectureTest {
  private static final String ROOT = "dev.sash";

  /** The one-way street, as it is drawn in docs/architecture.md: only direct neighbours. */
  private static final Map<String, Set<String>> STREET =
      Map.ofEntries(
          Map.entry("error", Set.of()),
          Map.entry("time", Set.of("error")),
          Map.entry("data", Set.of("error")),
          Map.entry("window", Set.of("time")),
          Map.entry("function", Set.of("error")),
          Map.entry("aggregate", Set.of("data", "function")),
          Map.entry("catalog", Set.of("window", "data", "time", "function")),
          Map.entry("pane", Set.of("aggregate", "window")),
          Map.entry("runtime", Set.of("pane")),
          Map.entry("view", Set.of("runtime")),
          Map.entry("database", Set.of("view", "catalog")),
          Map.entry("connector", Set.of("runtime")),
          Map.entry("sql", Set.of("catalog", "aggregate")),
          Map.entry("plan", Set.of("sql", "runtime")),
          Map.entry("session", Set.of("plan", "database", "connector", "view")));

  /** What reads text and knows no meaning; the shell and the driver split and mark with it. */
  private static final Set<String> LEXER =
      Set.of(
          "dev.sash.sql.SqlScanner",
          "dev.sash.sql.Token",
          "dev.sash.sql.StatementSplitter",
          "dev.sash.sql.StatementText");

  /** The rows of a {@code session.Result}: what travels through the driver to the database. */
  private static final Set<String> ROWS =
      Set.of("dev.sash.view.RowStream", "dev.sash.data.ColumnBatch", "dev.sash.data.Schema");

  private static JavaClasses classes;

  @BeforeAll
  static void readClasses() {
    classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);
  }

  static Set<String> rooms() {
    return new TreeSet<>(STREET.keySet());
  }

  /** Everything downstream of a package, itself included. */
  private static Set<String> reach(String room) {
    Set<String> reached = new HashSet<>(Set.of(room));
    STREET.get(room).forEach(next -> reached.addAll(reach(next)));
    return reached;
  }

  private static String[] packages(Set<String> rooms) {
    return rooms.stream().map(room -> ROOT + "." + room + "..").toArray(String[]::new);
  }

  private static DescribedPredicate<JavaClass> named(Set<String> names) {
    return describe("one of " + names, type -> names.contains(outermost(type).getName()));
  }

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type);
  }

  private static DescribedPredicate<JavaClass> ours() {
    return resideInAPackage(ROOT + "..");
  }

  @ParameterizedTest
  @MethodSource("rooms")
  void aPackageUsesOnlyWhatLiesDownstream(String room) {
    noClasses()
        .that()
        .resideInAPackage(ROOT + "." + room + "..")
        .should()
        .dependOnClassesThat(ours().and(not(resideInAnyPackage(packages(reach(room))))))
        .because("it would run against the street in docs/architecture.md")
        .check(classes);
  }

  @Test
  void everyPackageStandsOnTheStreet() {
    Set<String> found = new TreeSet<>();
    for (JavaClass type : classes) {
      String below = type.getPackageName().substring(ROOT.length());
      if (!below.isEmpty()) {
        found.add(below.substring(1).split("\\.")[0]);
      }
    }
    Set<String> known = new TreeSet<>(STREET.keySet());
    known.addAll(Set.of("jdbc", "shell"));
    assertThat(found).isEqualTo(known);
  }

  @Test
  void theDriverSeesTheSessionTheRowsItGivesAndTheLexer() {
    noClasses()
        .that()
        .resideInAPackage("dev.sash.jdbc..")
        .should()
        .dependOnClassesThat(
            ours()
                .and(not(resideInAnyPackage("dev.sash.jdbc", "dev.sash.session", "dev.sash.error")))
                .and(not(named(ROWS)))
                .and(not(named(LEXER))))
        .check(classes);
  }

  @Test
  void theShellSeesTheDriverAndTheLexer() {
    noClasses()
        .that()
        .resideInAPackage("dev.sash.shell..")
        .should()
        .dependOnClassesThat(
            ours()
                .and(not(resideInAnyPackage("dev.sash.shell", "dev.sash.jdbc", "dev.sash.error")))
                .and(not(named(LEXER))))
        .check(classes);
  }

  @Test
  void thereAreNoCycles() {
    slices().matching("dev.sash.(*)..").should().beFreeOfCycles().check(classes);
  }

  /** JSON and CSV are read by connectors and printed by the shell. */
  @Test
  void eachVendorStaysInItsRooms() {
    fence("org.h2", "database");
    fence("org.apache.calcite", "sql", "plan");
    fence("org.codehaus", "aggregate");
    fence("org.jline", "shell");
    fence("picocli", "shell");
    fence("com.fasterxml", "connector", "shell");
    fence("de.siegmar", "connector", "shell");
    fence("java.sql", "database", "session", "jdbc", "shell", "connector.sink");
  }

  private static void fence(String vendor, String... rooms) {
    noClasses()
        .that()
        .resideOutsideOfPackages(packages(Set.of(rooms)))
        .should()
        .dependOnClassesThat(resideInAPackage(vendor + ".."))
        .check(classes);
  }

  @Test
  void physicalNodesHoldNothingOfCalcite() {
    noClasses()
        .that(describe("physical nodes", t -> isA(t, "dev.sash.plan.PhysicalNode")))
        .should()
        .dependOnClassesThat(resideInAPackage("org.apache.calcite.."))
        .because("a plan is plain data that can travel")
        .check(classes);
  }

  private static boolean isA(JavaClass type, String name) {
    return outermost(type).getName().equals(name);
  }

  @Test
  void onlyTimeReadsTheWallClock() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.sash.time..")
        .should()
        .accessTargetWhere(describe("a reading of the wall clock", ArchitectureTest::readsClock))
        .check(classes);
  }

  private static boolean readsClock(JavaAccess<?> access) {
    JavaClass owner = access.getTargetOwner();
    String name = access.getTarget().getName();
    if (owner.isEquivalentTo(System.class)) {
      return name.equals("currentTimeMillis") || name.equals("nanoTime");
    }
    if (owner.isEquivalentTo(Date.class)) {
      return name.equals("<init>");
    }
    boolean dates =
        Set.of(
                Instant.class,
                LocalDate.class,
                LocalDateTime.class,
                OffsetDateTime.class,
                ZonedDateTime.class)
            .stream()
            .anyMatch(owner::isEquivalentTo);
    return dates && name.equals("now")
        || owner.isEquivalentTo(Clock.class) && name.startsWith("system");
  }

  /**
   * A query has a thread, the shards of all queries share some, an endless stream that reads a
   * connector has one, standard input has one, and the shell warms up on one while it parses its
   * options. All else runs on its caller's.
   */
  @Test
  void threadsAreStartedInSevenPlaces() {
    Set<String> places =
        Set.of(
            "dev.sash.session.RunningQuery",
            "dev.sash.session.SharedThread",
            "dev.sash.session.HubFeeder",
            "dev.sash.session.RunningSink",
            "dev.sash.session.ShardPool",
            "dev.sash.connector.stdin.StandardInputSpool",
            "dev.sash.shell.WarmUp");
    Set<String> found = new TreeSet<>();
    for (JavaClass type : classes) {
      if (type.getAccessesFromSelf().stream().anyMatch(ArchitectureTest::startsThread)) {
        found.add(outermost(type).getName());
      }
    }
    assertThat(found).isEqualTo(new TreeSet<>(places));
  }

  private static boolean startsThread(JavaAccess<?> access) {
    JavaClass owner = access.getTargetOwner();
    String name = access.getTarget().getName();
    if (owner.isAssignableTo(Thread.class) || owner.isEquivalentTo(Timer.class)) {
      return name.equals("<init>") || name.equals("start") || name.startsWith("startVirtual");
    }
    return owner.isEquivalentTo(Executors.class)
        || owner.isEquivalentTo(ForkJoinPool.class)
        || owner.isAssignableTo(Executor.class)
        || owner.isAssignableTo(CompletableFuture.class) && name.endsWith("Async");
  }

  /** JavaCC says "manager" for its scanner of tokens. */
  @Test
  void noClassIsCalledAfterNothing() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.sash.sql.parser")
        .should()
        .haveNameMatching(".*(Utils?|Helper|Manager|Impl|Info)(\\$.*)?")
        .check(classes);
  }

  @Test
  void everyPackageIsNullMarked() {
    Set<String> unmarked = new TreeSet<>();
    for (JavaClass type : classes) {
      if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
        unmarked.add(type.getPackageName());
      }
    }
    assertThat(unmarked).isEmpty();
  }
}
