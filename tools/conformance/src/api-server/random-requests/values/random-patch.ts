import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { Random } from '../../../random.ts';
import type { RequestStep } from '@kb/apiserver/recorded';

type Patch = Pick<RequestStep, 'body' | 'headers'>;

const typed = (type: string, body: unknown): Patch => ({ body, headers: { 'content-type': type } });

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const STRATEGIC_PATCH = 'application/strategic-merge-patch+json';

/** A JSON merge patch that writes some values, and removes some. */
export function mergePatchOf(random: Random, given: JsonObject, required: JsonObject): Patch {
  return typed(MERGE_PATCH, withNulls(random, given, required));
}

function withNulls(random: Random, value: JsonValue, required: JsonValue | undefined): JsonValue {
  if (!isJsonObject(value)) return value;
  const needed = required !== undefined && isJsonObject(required) ? required : {};
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      needed[key] === undefined && random.chance(0.08) ? null : withNulls(random, child, needed[key]),
    ]),
  );
}

/** A JSON patch with some operations at paths of some values. */
export function jsonPatchOf(random: Random, given: JsonObject, required: JsonObject): Patch {
  const places = placesIn(given, '').filter(([path]) => valueAt(required, path) === undefined);
  const operations: JsonValue[] = [];
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const [path, value] = random.pick(places) ?? ['/metadata/labels', {}];
    switch (random.below(8)) {
      case 0:
        operations.push({ op: 'remove', path });
        break;
      case 1:
        operations.push({ op: 'test', path, value });
        break;
      case 2:
        operations.push({ op: random.chance(0.5) ? 'copy' : 'move', from: path, path: '/metadata/annotations' });
        break;
      case 3:
        operations.push({ op: 'replace', path, value });
        break;
      case 4:
        operations.push({
          op: 'add',
          path: Array.isArray(value) ? `${path}/${random.pick(['-', '0', '1']) ?? '-'}` : path,
          value: Array.isArray(value) ? (value[0] ?? null) : value,
        });
        break;
      default:
        operations.push({ op: 'add', path, value });
    }
  }
  return typed(JSON_PATCH, operations);
}

function valueAt(object: JsonObject, path: string): JsonValue | undefined {
  return path
    .split('/')
    .slice(1)
    .reduce<JsonValue | undefined>(
      (value, key) => (value !== undefined && isJsonObject(value) ? value[key] : undefined),
      object,
    );
}

/** The JSON pointers of all values in an object. */
function placesIn(value: JsonObject, path: string): [string, JsonValue][] {
  return Object.entries(value).flatMap(([key, child]): [string, JsonValue][] => {
    const place = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return [[place, child], ...(isJsonObject(child) ? placesIn(child, place) : [])];
  });
}

/** A strategic merge patch, sometimes with directives. */
export function strategicPatchOf(random: Random, given: JsonObject, required: JsonObject): Patch {
  return typed(
    STRATEGIC_PATCH,
    directed(random, given, { ...required, metadata: {}, status: {}, spec: required['spec'] ?? {} }),
  );
}

function directed(random: Random, value: JsonObject, required: JsonValue | undefined): JsonObject {
  const needed = required !== undefined && isJsonObject(required) ? required : {};
  const patch: JsonObject = {};
  for (const [key, child] of Object.entries(value)) {
    if (needed[key] === undefined && random.chance(0.06)) patch[key] = null;
    else if (Array.isArray(child)) Object.assign(patch, directedList(random, key, child, needed[key] === undefined));
    else patch[key] = isJsonObject(child) ? directed(random, child, needed[key]) : child;
  }
  if (required === undefined && random.chance(0.06))
    patch['$patch'] = random.pick(['replace', 'replace', 'delete', 'merge']) ?? 'replace';
  if (required === undefined && random.chance(0.06)) patch['$retainKeys'] = Object.keys(value);
  return patch;
}

/** Lists that a strategic merge patch merges, wherever they are. */
const mergingLists: ReadonlySet<string> = new Set([
  'containers',
  'volumes',
  'env',
  'hostAliases',
  'finalizers',
  'ownerReferences',
]);

function directedList(random: Random, key: string, list: readonly JsonValue[], mayGo: boolean): JsonObject {
  if (mayGo && random.chance(0.3) && list.some((item) => !isJsonObject(item)))
    return { [`$deleteFromPrimitiveList/${key}`]: [...list] };
  const items = list.map((item) =>
    isJsonObject(item) && mayGo && item['name'] !== undefined && random.chance(0.15)
      ? { ...keysOf(item), $patch: 'delete' }
      : item,
  );
  const order = list.map((item) => (isJsonObject(item) ? keysOf(item) : item));
  return {
    [key]: mayGo && random.chance(0.04) ? [{ $patch: 'replace' }, ...items] : items,
    // An order for a list that is not merged is a different error.
    ...(mergingLists.has(key) && random.chance(0.2) && { [`$setElementOrder/${key}`]: order }),
  };
}

/** The first of the fields by which lists are merged. */
function keysOf(item: JsonObject): JsonObject {
  const key = ['name', 'containerPort', 'port', 'type', 'ip', 'mountPath', 'uid'].find(
    (field) => item[field] !== undefined,
  );
  return key === undefined ? {} : { [key]: item[key] ?? null };
}

/** A malformed or invalid patch. */
export function brokenPatch(random: Random, isBuiltIn: boolean): Patch {
  const types = [JSON_PATCH, MERGE_PATCH, ...(isBuiltIn ? [STRATEGIC_PATCH] : [])];
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '{}',
    '5',
    '"x"',
    '[{}]',
    '[1]',
    '[{"op":"bogus","path":"/a"}]',
    '{"metadata":5}',
    '{"metadata":{"labels":[]}}',
    '[{"op":"add","path":"/metadata/labels/x"}]',
    '{"kind":"Other"}',
    '{"apiVersion":"other/v1"}',
    '{"metadata":{"name":"other"}}',
    '{"metadata":{"namespace":"other"}}',
    '{"metadata":{"uid":"x"}}',
    '{"metadata":{"labels":{"a":"1","a":"2"}}}',
  ];
  return typed(random.pick(types) ?? MERGE_PATCH, random.pick(bodies) ?? '');
}
