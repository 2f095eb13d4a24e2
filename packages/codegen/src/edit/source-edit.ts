import type { ListEdit } from './list-entry.ts';
import type { CallProperty, ChainCall, TypeMarker } from './wanted-edits.ts';

/** Adds a property to the object of a call, with its import. Only inserts text. */
export async function addToCall(text: string, property: CallProperty): Promise<ListEdit> {
  const { editCall } = await import('./edit-source.ts');
  return editCall(text, property);
}

/** Adds a call to a chain of calls, with statements before it and imports. Only inserts text. */
export async function addToChain(text: string, call: ChainCall): Promise<ListEdit> {
  const { editChain } = await import('./edit-chain.ts');
  return editChain(text, call);
}

/** Adds a marker above a type, after its other comments. Only inserts text. */
export async function addMarker(text: string, marker: TypeMarker): Promise<ListEdit> {
  const { editMarkers } = await import('./edit-source.ts');
  return editMarkers(text, marker);
}
