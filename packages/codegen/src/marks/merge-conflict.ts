import { mergeConflictsIn, sidesOfMerge } from '@kb/apimachinery/yaml';

/** True for a text in which a merge left a whole conflict, so that both of its sides are known. */
export function hasMergeConflict(text: string): boolean {
  const conflicts = mergeConflictsIn(text);
  return conflicts.length > 0 && conflicts.every(({ endLine }) => endLine !== undefined);
}

/** Whether a text, or each side of a text in which a merge left conflicts, is of a kind. */
export function isOnBothSides(text: string, is: (side: string) => boolean): boolean {
  return hasMergeConflict(text) ? sidesOfMerge(text).every(is) : is(text);
}
