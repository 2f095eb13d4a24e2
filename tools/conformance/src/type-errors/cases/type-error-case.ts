/** A source that the compiler takes or refuses. */
export interface TypeErrorCase {
  /** What of it is special, for people. */
  readonly name: string;
  /** The type of a kind's field. */
  readonly type: string;
  /** What stands before it in its file. */
  readonly before: string;
  /** Other files of its folder: name to text. */
  readonly files?: Readonly<Record<string, string>>;
  /** What of tsconfig.json differs. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** The cases of one kind of mistake, or of one way to be right: the field's type, and what stands before it. */
export interface CaseTable {
  /** What the mistake is. */
  readonly name: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly rows: readonly (readonly [type: string, before?: string, files?: Readonly<Record<string, string>>])[];
}

/** The cases of tables, each with a name of its own. */
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
