import {
  type DeepReadonly,
  type KubernetesObject,
  matchesFields,
  matchesLabels,
  type ObjectKey,
  parseFieldSelector,
  parseLabelSelector,
} from '@kb/apimachinery';
import type { ResolvedSelection } from './resolve-selections.ts';

/**
 * Whether an object is one that a watch with this selection shows. Labels are compared as the API server does; the
 * value of a field is what stands at its path, which is so for all fields that the API server selects by.
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
 * Whether a watch with this selection shows whatever object has this key: it asks for nothing but names and namespaces,
 * and these are the key's.
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
