package example;

/** Functions over paths of a web server. */
public final class Routes {
  private Routes() {}

  /** {@code /users/17/cart} as {@code /users/N/cart}. */
  public static String route(String path) {
    return path.replaceAll("/[0-9]+(?=/|$)", "/N");
  }

  /** The part of a path by its number from 1 on, NULL where there is none. */
  public static String part(String path, int number) {
    String[] parts = path.split("/", 0);
    if (number < 1) {
      throw new IllegalArgumentException("parts are counted from 1, and not " + number);
    }
    return number < parts.length ? parts[number] : null;
  }
}
