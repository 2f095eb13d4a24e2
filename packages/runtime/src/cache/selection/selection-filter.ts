import type { DeepReadonly, KubernetesObject, ObjectKey } from '@kb/apimachinery';
import { matchesFields, matchesLabels, parseFieldSelector, parseLabelSelector } from '@kb/apimachinery/selectors';
import type { ResolvedSelection } from './resolve-selections.ts';

/**
 * Makes the test whether a watch with this selection includes an object. Labels are compared as the API server does;
 * the value of a field is the value at its path, which is right for all fields that the API server selects by.
 */
export function selectionFilter(
  selection: Pick<ResolvedSelection, 'labelSelector' | 'fieldSelector'>,
): (object: DeepReadonly<KubernetesObject>) => boolean {
  const labels = parseLabelSelector(selection.labelSelector);
  const fields = parseFieldSelector(selection.fieldSelector);
  return (object) =>
    matchesLabels(labels, object.metadata.labels) && matchesFields(fields, (field) => valueAt(object, field));
}

/**
 * Whether a watch with this selection includes every object with this key: it selects only by name and namespace, and
 * the key has both.
 */
export function selectsEvery(
  { labelSelector, fieldSelector }: Pick<ResolvedSelection, 'labelSelector' | 'fieldSelector'>,
  { namespace = '', name }: ObjectKey,
): boolean {
  if (labelSelector !== '') return false;
  if (fieldSelector === '') return true;
  const ofKey = new Map([
    ['metadata.namespace', namespace],
    ['metadata.name', name],
  ]);
  const fields = parseFieldSelector(fieldSelector);
  return fields.every(({ field }) => ofKey.has(field)) && matchesFields(fields, (field) => ofKey.get(field));
}

function valueAt(object: object, path: string): string | undefined {
  let value: unknown = object;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
