/** A query parameter that OpenAPI v2 documents define once for all operations. */
export interface SharedParameter {
  readonly name: string;
  readonly in: 'query';
  readonly type: 'string' | 'boolean' | 'integer';
  /** The suffix of the parameter's name in OpenAPI v2 documents: a hash of its description. */
  readonly shared: string;
}

/** The options of a subresource that does not serve an object, as OpenAPI describes them. */
export interface SubresourceOptions {
  /** The kind of the options of a connection, such as `PodExecOptions`. Absent: the subresource returns text. */
  readonly kind?: string;
  readonly parameters: readonly SharedParameter[];
}

/** Makes shared query parameters from their names, types and suffixes. */
export function sharedParameters(
  ...rows: readonly (readonly [name: string, type: SharedParameter['type'], suffix: string])[]
): SharedParameter[] {
  return rows.map(([name, type, suffix]) => ({ name, in: 'query', type, shared: suffix }));
}
