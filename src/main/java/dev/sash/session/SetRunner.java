package dev.sash.session;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.Suggestion;
import dev.sash.sql.OptionValue;
import dev.sash.sql.Statement;
import java.util.List;

/** {@code SET name = value}. */
final class SetRunner {
  private final Engine engine;

  SetRunner(Engine engine) {
    this.engine = engine;
  }

  Result run(Statement.SetOption set) {
    Setting setting = Setting.find(set.name());
    if (setting == null) {
      String meant = Suggestion.didYouMean(set.name(), Setting.names());
      throw SashException.at(
              set.nameSpan(), ErrorCode.SETTING, "setting \"" + set.name() + "\" does not exist")
          .hint(meant != null ? meant : "settings are " + String.join(", ", Setting.names()));
    }
    OptionValue value = set.value();
    if (value != null && setting.parse(value.text()) == null) {
      throw SashException.at(
          value.span(),
          ErrorCode.SETTING,
          "setting \"" + set.name() + "\" must be " + setting.expected());
    }
    engine.settings().set(setting, value == null ? null : setting.shown(value.text()));
    return Result.done(
        setting.sqlName() + " of what is created next: " + engine.settings().text(setting),
        List.of());
  }
}
