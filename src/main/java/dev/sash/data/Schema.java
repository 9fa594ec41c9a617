package dev.sash.data;

import java.util.List;

/** The fields of a relation or batch, in order. Names match in any case and may repeat. */
public record Schema(List<Field> fields) {

  public Schema {
    fields = List.copyOf(fields);
  }

  /** A schema of the given fields. */
  public static Schema of(Field... fields) {
    return new Schema(List.of(fields));
  }

  /** How many fields. */
  public int size() {
    return fields.size();
  }

  /** The field at an ordinal from 0. */
  public Field field(int ordinal) {
    return fields.get(ordinal);
  }

  /** The type at an ordinal from 0. */
  public DataType type(int ordinal) {
    return fields.get(ordinal).type();
  }

  /** The ordinal of the first field of that name in any case, or -1. */
  public int indexOf(String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  /** The names in order. */
  public List<String> names() {
    return fields.stream().map(Field::name).toList();
  }
}
