/**
 * The fields from a variable to a value: `self`, `list`, `@items`. It is kept as Go keeps it: paths that continue the
 * same path share their memory while there is room, and then have the same last field, the one that was added last.
 * cel-go copies no path before it adds a field, and so some values get the size of their neighbour.
 */
export interface FieldPath {
  readonly memory: string[];
  readonly length: number;
  readonly capacity: number;
}

/** The path of a variable. */
export function pathOf(variable: string): FieldPath {
  return { memory: [variable], length: 1, capacity: 1 };
}

/** Adds a field to a path, as Go's `append` does. */
export function addField(path: FieldPath | undefined, field: string): FieldPath {
  if (path === undefined) return pathOf(field);
  const { memory, length, capacity } = path;
  if (length < capacity) {
    memory[length] = field;
    return { memory, length: length + 1, capacity };
  }
  return { memory: [...memory.slice(0, length), field], length: length + 1, capacity: 2 * capacity };
}

/** The fields of a path, the variable first. */
export function fieldsOf({ memory, length }: FieldPath): readonly string[] {
  return memory.slice(0, length);
}
