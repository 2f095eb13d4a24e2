import { isObject, type Json } from '../kubebuilder/rendered.ts';

/** A value of a chart, with another one that its schema allows. */
export interface ChangedValue {
  readonly path: string;
  readonly value: Json;
}

/** What some values depend on: with these others they have an effect. */
const needed: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  'ownCertificates.enabled': { 'certManager.enabled': false },
  'metrics.certificate': { 'prometheus.enabled': true },
  'manager.image.tag': { 'manager.image.digest': '' },
};

/** Values of maps and lists whose schema says no more. */
const examples: Readonly<Record<string, Json>> = {
  'manager.affinity': { nodeAffinity: {} },
  'manager.env': [{ name: 'A', value: 'b' }],
  'manager.extraVolumeMounts': [{ name: 'cache', mountPath: '/cache' }],
  'manager.extraVolumes': [{ name: 'cache', emptyDir: {} }],
  'manager.imagePullSecrets': [{ name: 'registry' }],
  'manager.podSecurityContext': { fsGroup: 1 },
  'manager.resources': { limits: { cpu: '2' } },
  'manager.securityContext': { privileged: true },
  'manager.strategy': { type: 'Recreate' },
  'manager.tolerations': [{ operator: 'Exists' }],
  'manager.topologySpreadConstraints': [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }],
};

/** Every value of a chart, changed. `schema`: the content of `values.schema.json`. */
export function changedValues(values: Json, schema: Json): ChangedValue[] {
  return leaves(schema, '').map(({ path, schema: leaf }) => ({ path, value: changed(path, at(values, path), leaf) }));
}

/** The values beside which a changed one has an effect. */
export function neededFor(path: string): ChangedValue[] {
  return Object.entries(needed[path] ?? {}).map(([one, value]) => ({ path: one, value }));
}

/** The paths of all values that a file has, those of maps without properties of their own included. */
export function pathsOf(values: Json, schema: Json): string[] {
  return leaves(schema, '')
    .map(({ path }) => path)
    .filter((path) => at(values, path) !== undefined);
}

function leaves(schema: Json, path: string): { readonly path: string; readonly schema: Json }[] {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  if (!isObject(properties) || Object.keys(properties).length === 0) return [{ path, schema }];
  return Object.entries(properties)
    .filter(([key]) => path !== '' || key !== 'global')
    .flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));
}

/** The value at a path; undefined if there is none. */
function at(values: Json, path: string): Json | undefined {
  return path.split('.').reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), values);
}

function changed(path: string, value: Json | undefined, schema: Json): Json {
  const example = examples[path];
  if (example !== undefined) return example;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (Array.isArray(value)) return [...value, '--changed'];
  if (isObject(value)) return { ...value, changed: 'changed' };
  const choices = isObject(schema) ? schema['enum'] : undefined;
  const other = Array.isArray(choices) ? choices.find((one: Json) => one !== value) : undefined;
  return other ?? 'changed';
}
