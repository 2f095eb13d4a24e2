import { mergeConflictsIn, sidesOfMerge } from '@kb/apimachinery/yaml';

/** True for a text in which a merge left a whole conflict, so that both of its sides are known. */
export function hasMergeConflict(text: string): boolean {
  const conflicts = mergeConflictsIn(text);
  return conflicts.length > 0 && conflicts.every(({ endLine }) => endLine !== undefined);
}

/** Whether both sides of what a merge could not put together are of a kind; of any other text, whether it is. */
export function isOnBothSides(text: string | undefined, is: (side: string | undefined) => boolean): boolean {
  return text !== undefined && hasMergeConflict(text) ? sidesOfMerge(text).every(is) : is(text);
}
