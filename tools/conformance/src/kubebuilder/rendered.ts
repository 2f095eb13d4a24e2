import { parseAllDocuments } from 'yaml';

/** What a kustomization renders, in the form in which it is compared: objects by their kind and name. */
export type Rendered = Readonly<Record<string, Json>>;

/** Plain data. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * Reads what kustomize printed. Images are replaced by a word, and the schemas of CRDs are left out: they come from the
 * example types of each tool, and other comparisons are about schemas.
 */
export function readRendered(text: string): Rendered {
  const objects = parseAllDocuments(text).map((document) => document.toJS() as Json);
  const named = objects.flatMap((object): [string, Json][] => {
    if (!isObject(object)) return [];
    const { metadata } = object;
    const name = isObject(metadata) ? metadata['name'] : undefined;
    return [[`${textOf(object['kind'])}/${textOf(name)}`, comparable(object)]];
  });
  return Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function comparable(value: Json, key = ''): Json {
  if (key === 'image') return 'IMAGE';
  if (key === 'openAPIV3Schema') return 'SCHEMA';
  if (key === 'rules' && Array.isArray(value)) return verbsByResource(value);
  if (key === 'env' && Array.isArray(value)) return byName(value);
  if (Array.isArray(value)) return value.map((item: Json) => comparable(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, comparable(child, name)]));
}

/** The variables of a container by their names, so that one that is missing moves no other. */
function byName(variables: readonly Json[]): Json {
  return Object.fromEntries(
    variables.filter(isObject).map(({ name, ...variable }) => [textOf(name), comparable(variable)]),
  );
}

/** The rules of a role, however they are divided: the sorted verbs of each resource. */
function verbsByResource(rules: readonly Json[]): Json {
  const verbs = new Map<string, Set<string>>();
  for (const rule of rules.filter(isObject)) {
    const groups = textsOf(rule['apiGroups']).map((group) => (group === '' ? 'core' : group));
    const resources = groups.flatMap((group) => textsOf(rule['resources']).map((one) => `${group}/${one}`));
    for (const place of [...resources, ...textsOf(rule['nonResourceURLs'])])
      verbs.set(place, new Set([...(verbs.get(place) ?? []), ...textsOf(rule['verbs'])]));
  }
  return Object.fromEntries([...verbs].map(([place, all]) => [place, [...all].toSorted().join(' ')]));
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Whether data is an object, and not a list. */
export function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
