import { mergeConflictsIn, sidesOfMerge } from '@kb/apimachinery';
import { sourceHeader } from '../client/emit-client.ts';
import { versionAnnotation } from '../crd/custom-resource-definition.ts';
import { leadingSourceComments } from './headers.ts';
import { type PrintedObject, printedObjects } from './printed-objects.ts';

/** controller-gen's mark on its CRDs: kb takes their place, but removes none. */
const controllerGenAnnotation = 'controller-gen.kubebuilder.io/version';

/**
 * True for a file that a run may put another in the place of: one that kb or controller-gen generated. `text` is what
 * is there, `generated` what would be; they are of the same sort. Sources are known by their first line, CRDs by their
 * annotation, whatever else was changed in them. Roles and webhook configurations have no mark: they are known by being
 * laid out exactly as a generator prints them.
 */
export function isGenerated(file: string, text: string, generated: string): boolean {
  // A file without anything in it is what a loss of power can leave.
  if (text === generated || text.trim() === '') return true;
  if (hasMergeConflict(text)) return sidesOfMerge(text).every((side) => isGenerated(file, side, generated));
  if (file.endsWith('.ts')) return isSource(text);
  if (hasAnnotation(generated, versionAnnotation))
    return isOwnCrd(text) || hasAnnotation(text, controllerGenAnnotation);
  return printedRoles(generated).length > 0 ? printedRoles(text).length > 0 : isWebhookFile(text);
}

/** True for a text in which a merge left a whole conflict, so that both of its sides are known. */
export function hasMergeConflict(text: string): boolean {
  const conflicts = mergeConflictsIn(text);
  return conflicts.length > 0 && conflicts.every(({ endLine }) => endLine !== undefined);
}

/** Whether both sides of what a merge could not put together are of a kind; of any other text, whether it is. */
export function isOnBothSides(text: string | undefined, is: (side: string | undefined) => boolean): boolean {
  return text !== undefined && hasMergeConflict(text) ? sidesOfMerge(text).every(is) : is(text);
}

/** True for a source that kb generated: its own line is the first, or the first below a header. */
export function isSource(text: string | undefined): boolean {
  if (text === undefined) return false;
  return text.startsWith(sourceHeader) || leadingSourceComments(text).split(/\r?\n/).includes(sourceHeader);
}

/** True for a CRD that kb generated. */
export function isOwnCrd(text: string | undefined): boolean {
  return text !== undefined && hasAnnotation(text, versionAnnotation);
}

/** The roles of a file of nothing but roles as a generator prints them; none for every other file. */
export function printedRoles(text: string | undefined): readonly PrintedObject[] {
  return printedObjects(text, ['ClusterRole', 'Role'], 'rules');
}

/** True for a file of nothing but webhook configurations as a generator prints them. */
export function isWebhookFile(text: string | undefined): boolean {
  return (
    printedObjects(text, ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'], 'webhooks').length > 0
  );
}

function hasAnnotation(text: string, annotation: string): boolean {
  return new RegExp(`^    ${annotation.replaceAll(/[./]/g, '\\$&')}: `, 'm').test(text);
}
