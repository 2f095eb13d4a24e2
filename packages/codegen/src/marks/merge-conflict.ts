import { mergeConflictsIn, sidesOfMerge } from '@kb/apimachinery/yaml';

/** True for a text with a complete merge conflict, so that both of its sides are known. */
export function hasMergeConflict(text: string): boolean {
  const conflicts = mergeConflictsIn(text);
  return conflicts.length > 0 && conflicts.every(({ endLine }) => endLine !== undefined);
}

/** True if `is` holds for both sides of a text with merge conflicts, or for the text itself if it has none. */
export function isOnBothSides(text: string, is: (side: string) => boolean): boolean {
  return hasMergeConflict(text) ? sidesOfMerge(text).every(is) : is(text);
}
