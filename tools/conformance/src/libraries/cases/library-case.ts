/** A type that a user takes from a library. */
export interface LibraryCase {
  readonly name: string;
  /** The type of the field. */
  readonly type: string;
  /** The type without its brand, which tsc checks values against: no plain value has a branded type. */
  readonly unbranded?: string;
  /** The imports and declarations before the type. */
  readonly before: string;
  /** A part of the expected error, for a type that no CRD can express; undefined if it has a schema. */
  readonly refused?: string;
  /** The type to write instead, if the hint names none; `none` if there is no such type. */
  readonly instead?: string;
  /** The rules in the expected warning; undefined if no warning is expected. */
  readonly rules?: string;
  /** A part of that warning's hint: the marker for one of the rules. */
  readonly marker?: string;
}

/** The optional properties of a case. */
export type CaseOptions = Omit<LibraryCase, 'name' | 'before' | 'type'> & { readonly type?: string };

/**
 * Returns a function that makes cases of a library. Each declares `const schema = …;` after `imports`; `type` computes
 * its type, such as `z.infer<typeof schema>`.
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
