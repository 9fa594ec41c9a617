package dev.sash.sql;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;

/** Makes types of {@link SashTypeSystem} whose text may hold any character. One a statement. */
public final class SashTypeFactory extends JavaTypeFactoryImpl {

  /** A factory without types yet. */
  public SashTypeFactory() {
    super(SashTypeSystem.INSTANCE);
  }

  @Override
  public Charset getDefaultCharset() {
    return StandardCharsets.UTF_8;
  }
}
