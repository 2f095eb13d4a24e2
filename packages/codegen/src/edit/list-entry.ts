/** An entry to add to a list in a source. */
export interface ListEntry {
  /** The exported variable with the list, such as `controllers`. */
  readonly list: string;
  /** The expression to add: the imported name, or an expression that uses it. */
  readonly element: string;
  /** The name that the element needs imported. */
  readonly importName: string;
  /** The module to import it from; a relative one with its extension. */
  readonly importFrom: string;
  /** The entry already exists if the source contains this string literal. Default: if it uses the imported name. */
  readonly knownBy?: string;
}

/**
 * The source with the entry, or unchanged if it had the entry; or else the reason why it cannot be edited, and the line
 * of the list, if there is one.
 */
export type ListEdit = { readonly text: string } | { readonly problem: string; readonly line: number | undefined };
