import type { KubernetesObject } from '@kb/apimachinery';

/** Changes of the specifications of CustomResourceDefinitions. */
export interface DefinitionChanges {
  /** Takes the metadata of a definition as it is now. */
  readonly note: (definition: KubernetesObject) => void;
  /** Takes the metadata of a definition that was deleted. */
  readonly forget: (definition: KubernetesObject) => void;
  /** Calls the listeners of the definitions that changed since the last call. */
  readonly notify: () => void;
  /** Calls a listener when a definition (`widgets.example.com`) has changed, until the returned function is called. */
  readonly listen: (name: string, listener: () => void) => () => void;
}

/** Creates {@link DefinitionChanges}. The generation of a definition says whether its specification is another one. */
export function createDefinitionChanges(): DefinitionChanges {
  const generations = new Map<string, number | undefined>();
  const changed = new Set<string>();
  const listeners = new Map<string, Set<() => void>>();
  return {
    note: ({ metadata: { name, generation } }) => {
      if (generations.has(name) && generations.get(name) !== generation) changed.add(name);
      generations.set(name, generation);
    },
    forget: ({ metadata: { name } }) => void generations.delete(name),
    notify: () => {
      const names = [...changed];
      changed.clear();
      for (const name of names) for (const listener of listeners.get(name) ?? []) listener();
    },
    listen: (name, listener) => {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0) listeners.delete(name);
      };
    },
  };
}
