/** A type that an author takes from a library. */
export interface LibraryCase {
  readonly name: string;
  /** The type of a kind's field. */
  readonly type: string;
  /** The type whose values tsc is asked about: the type without its brand, of which no plain value is one. */
  readonly unbranded?: string;
  /** What stands before it in its file: imports and declarations. */
  readonly before: string;
  /** What the error says, for a type that no CRD can express. Undefined: it has a schema. */
  readonly refused?: string;
  /** The type to write instead, where the hint names none; `none`: there is none to write. */
  readonly instead?: string;
  /** What the warning about rules names; undefined: there is none. */
  readonly rules?: string;
  /** The marker that the warning's hint has for one of the rules. */
  readonly marker?: string;
}

/** What of a case is not its schema. */
export type CaseOptions = Omit<LibraryCase, 'name' | 'before' | 'type'> & { readonly type?: string };

/**
 * Makes cases of a library: its schemas are `const schema = …;` below `imports`, and `type` is what is made of them.
 */
export function casesOfSchemas(
  library: string,
  imports: string,
  type: string,
): (schema: string, options?: CaseOptions) => LibraryCase {
  return (schema, options = {}) => ({
    ...options,
    name: `${library}: ${options.type === undefined ? '' : `${options.type} of `}${schema}`,
    type: options.type ?? type,
    before: `${imports}\nconst schema = ${schema};`,
  });
}
