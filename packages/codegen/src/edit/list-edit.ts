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
