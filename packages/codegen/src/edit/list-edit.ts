import type { ListEdit, ListEntry } from './list-entry.ts';

/**
 * Adds an entry and its import to a list that a person may have edited. Only inserts text, in the style of the rest
 * (quotes, semicolons, line breaks, order), so that comments, names and other entries stay as they are. Does not change
 * a list that is computed.
 */
export async function addToList(text: string, entry: ListEntry): Promise<ListEdit> {
  // Imported here, so that the compiler is loaded only when needed.
  const { editList } = await import('./edit-list.ts');
  return editList(text, entry);
}

/**
 * Removes an entry and its import from a list that a person may have edited, and nothing else. A text without the
 * import stays as it is. Does not change a source that uses the import in another place too.
 */
export async function removeFromList(
  text: string,
  entry: Pick<ListEntry, 'list' | 'importName' | 'importFrom'>,
): Promise<ListEdit> {
  const { removeElement } = await import('./remove-element.ts');
  return removeElement(text, entry);
}
