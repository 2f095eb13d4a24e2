import type { FolderFacts } from '../model/facts.ts';
import type { MarkerEffect } from './marker-definition.ts';

/** The facts of a folder that a marker states with a value. */
type StatedFact = 'group' | 'version' | 'applyInterfaces' | 'applyFolder';

/**
 * The effect of a marker that states a fact of its folder. Another marker of the folder may only say the same:
 * `conflict` says what it said.
 */
export function folderFact<K extends StatedFact>(
  key: K,
  value: NonNullable<FolderFacts[K]>,
  conflict: (there: NonNullable<FolderFacts[K]>) => string,
): MarkerEffect {
  return {
    on: 'folder',
    apply(facts) {
      const there = facts[key];
      if (there !== undefined && there !== value) return conflict(there);
      facts[key] = value;
      return undefined;
    },
  };
}
