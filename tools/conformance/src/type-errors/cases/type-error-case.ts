/** A source that the compiler accepts or refuses. */
export interface TypeErrorCase {
  /** A unique name that describes what is special. */
  readonly name: string;
  /** The type of the field. */
  readonly type: string;
  /** The declarations before it in the file. */
  readonly before: string;
  /** The texts of other files in the folder, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Settings that are added to tsconfig.json. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Cases of one kind of mistake, or of one group without mistakes: the field's type, and the declarations before it. */
export interface CaseTable {
  /** The kind of mistake. */
  readonly name: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly rows: readonly (readonly [type: string, before?: string, files?: Readonly<Record<string, string>>])[];
}

/** Returns the cases of several tables, with unique names. */
export function casesOf(tables: readonly CaseTable[]): TypeErrorCase[] {
  return tables.flatMap(({ name, settings, rows }) =>
    rows.map(([type, before = '', files], index) => ({
      name: `${name} ${index + 1}: ${type}`,
      type,
      before,
      ...(files !== undefined && { files }),
      ...(settings !== undefined && { settings }),
    })),
  );
}
