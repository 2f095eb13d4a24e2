/** Names of fields: usual ones, and ones with a special meaning in YAML, JSON, JavaScript or CEL. */
export const fieldNames: readonly string[] = [
  'replicas',
  'image',
  'name',
  'size',
  'minReadySeconds',
  'x2',
  'x10',
  'A',
  'a',
  'B',
  'aB',
  'a1',
  'a01',
  'on',
  'yes',
  'null',
  'true',
  '123',
  'y',
  'no_1',
  'some-name',
  'with.dot',
  'with/slash',
  '$ref',
  'constructor',
  'toString',
  '__proto__',
  'hasOwnProperty',
  'length',
  'default',
  'type',
  'properties',
  'items',
  'description',
  'in',
  'self',
  'ünï',
  'x-kubernetes-list-type',
  'URL',
  'podIPs',
];

/** Names of kinds, with plurals of every sort. */
export const kindNames: readonly string[] = [
  'Shop',
  'Policy',
  'Ingress',
  'Leaf',
  'Quota',
  'Gateway',
  'Status',
  'HTTPRoute',
  'DNSZone',
  'Mouse',
  'Index',
  'Box',
  'Database',
  'Hero',
  'Series',
  'Analysis',
  'CronTab2',
  'IPPool',
];

/** Names of declared types. */
export const typeNames: readonly string[] = [
  'Base',
  'Part',
  'Word',
  'Tags',
  'Zone',
  'Color',
  'Rule',
  'Item',
  'Target',
  'Array',
  'Time',
  'Map',
];

/** The element at an index, modulo the length. */
export function pick<T>(list: readonly T[], number: number): T {
  const chosen = list[number % list.length];
  if (chosen === undefined) throw new Error('there is nothing to pick from');
  return chosen;
}

/** True for the name of a field that a rule in CEL can use as it is. */
export function isCelName(name: string): boolean {
  return /^[a-zA-Z]\w*$/.test(name) && !['null', 'true', 'in'].includes(name);
}
