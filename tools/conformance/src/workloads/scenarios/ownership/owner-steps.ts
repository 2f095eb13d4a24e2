import type { KindName, Step } from '../scenario.ts';

/** An owner reference to an object of the scenario; `more` changes it. */
export const reference = (kind: KindName, name: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind,
  name,
  uid: `uid of ${kind} ${name}`,
  ...more,
});

/** Metadata with one owner. */
export const ownedBy = (kind: KindName, name: string, more: object = {}): object => ({
  ownerReferences: [reference(kind, name, more)],
});

/** Changes the metadata of a ConfigMap. */
export const patchMap = (name: string, metadata: object): Step => ({
  patch: 'ConfigMap',
  name,
  with: { metadata },
});

/** Deletes a ConfigMap. */
export const deleteMap = (name: string, propagationPolicy?: 'Foreground' | 'Background' | 'Orphan'): Step => ({
  delete: 'ConfigMap',
  name,
  ...(propagationPolicy && { propagationPolicy }),
});

/** Waits until a ConfigMap is gone. */
export const mapGone = (name: string): Step => ({ untilGone: 'ConfigMap', name });

/** Metadata that keeps an object from going. */
export const held = { finalizers: ['example.com/held'] };
