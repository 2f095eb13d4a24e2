import { isObject, type Json } from '../kubebuilder/rendered.ts';
import { parseAllDocuments } from 'yaml';

/** Objects by their kind and name. */
export type Objects = Readonly<Record<string, Json>>;

/** Reads what kustomize or helm rendered, except for the namespace, which is that of the release. */
export function readObjects(text: string): Objects {
  const objects = parseAllDocuments(text).map((document) => document.toJS() as Json);
  return Object.fromEntries(
    objects.filter(isObject).flatMap((object): [string, Json][] => {
      const { kind, metadata } = object;
      const name = isObject(metadata) ? metadata['name'] : undefined;
      if (typeof kind !== 'string' || typeof name !== 'string') throw new Error('an object has no kind or name');
      return kind === 'Namespace' ? [] : [[`${kind}/${name}`, comparable(object)]];
    }),
  );
}

/** The labels and the annotation that Helm adds, or has values of its own for. */
const ofHelm = new Set([
  'helm.sh/chart',
  'helm.sh/resource-policy',
  'app.kubernetes.io/instance',
  'app.kubernetes.io/managed-by',
]);

/**
 * Without what Helm adds, and without empty lists and maps: an API server reads them like missing ones. The variables
 * of a container are in the order of their names: none of them refers to another.
 */
function comparable(value: Json, under = ''): Json {
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => comparable(item));
    return under === 'env' ? items.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)) : items;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, child]): [string, Json] => [key, comparable(child, key)]);
  return Object.fromEntries(entries.filter(([key, child]) => !ofHelm.has(key) && !isEmpty(child)));
}

function nameOf(item: Json): string {
  return isObject(item) && typeof item['name'] === 'string' ? item['name'] : '';
}

function isEmpty(value: Json): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
