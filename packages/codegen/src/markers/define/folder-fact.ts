import type { FolderFacts } from '../../facts/facts.ts';
import type { MarkerEffect } from './marker-definition.ts';

/** The facts of a folder that a marker states with a value. */
type StatedFact = 'group' | 'version' | 'applyInterfaces' | 'applyFolder';

/**
 * The effect of a marker that states a fact of its folder. Other markers of the folder must not contradict it:
 * `conflict` makes the message from the value of the other.
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
