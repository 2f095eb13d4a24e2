/** A query parameter that version 2 of the OpenAPI documents keeps once for all operations. */
export interface SharedParameter {
  readonly name: string;
  readonly in: 'query';
  readonly type: 'string' | 'boolean' | 'integer';
  /** The suffix of the name that version 2 keeps the parameter under: a hash of its description. */
  readonly shared: string;
}

/** The options of a subresource that is not an object, as OpenAPI describes them. */
export interface SubresourceOptions {
  /** The kind of the options of a connection, such as `PodExecOptions`. Absent: the subresource is read as text. */
  readonly kind?: string;
  readonly parameters: readonly SharedParameter[];
}

/** Makes shared query parameters of their names, types and suffixes. */
export function sharedParameters(
  ...rows: readonly (readonly [name: string, type: SharedParameter['type'], suffix: string])[]
): SharedParameter[] {
  return rows.map(([name, type, suffix]) => ({ name, in: 'query', type, shared: suffix }));
}
