/** What a list in a source is to have. */
export interface ListEntry {
  /** The exported variable with the list, such as `controllers`. */
  readonly list: string;
  /** The expression that is added; the name of what is imported, or one with it. */
  readonly element: string;
  /** What the element needs to be imported. */
  readonly importName: string;
  /** Where from; a relative module with its extension. */
  readonly importFrom: string;
  /**
   * The entry is there where the source has this text as a string, whatever is around it. Default: where what is
   * imported is used.
   */
  readonly knownBy?: string;
}

/**
 * A source with the entry, the same one where it had it already; or why it cannot be edited, and the line of the list
 * where there is one.
 */
export type ListEdit = { readonly text: string } | { readonly problem: string; readonly line: number | undefined };

/**
 * Adds an entry, and the import that it needs, to a list that a person may have edited: only what is new is inserted,
 * in the way in which the rest is written (quotes, semicolons, line breaks, order), so that comments, names and other
 * entries stay as they are. A list that is more than an array written out is left alone.
 */
export async function addToList(text: string, entry: ListEntry): Promise<ListEdit> {
  // The compiler is loaded only here.
  const { editList } = await import('./edit-list.ts');
  return editList(text, entry);
}
