import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { exactKeywords, keepExactly } from './exact-keywords.ts';

/**
 * Merges every `allOf` of a schema into the schema that has it, at every depth, by controller-gen's rules
 * (FlattenEmbedded): keywords that differ and have no merge rule stay in a new `allOf`. Exact
 * keywords (see {@link exactKeywords}) stay as they are. The given schema is not changed. Subtrees without an `allOf`
 * are shared with it: never change the result, nor the given schema from now on.
 */
export function flattenEmbedded(schema: JsonSchemaProps): JsonSchemaProps {
  return flatten(schema, new Map());
}

/** Subtrees are shared between types, so that each is flattened once. */
type Done = Map<JsonSchemaProps, JsonSchemaProps>;

/**
 * Schemas known to be flat at every depth: those of built-in types, which many kinds use, are not traversed
 * again.
 */
const flat = new WeakSet<JsonSchemaProps>();

function flatten(schema: JsonSchemaProps, done: Done): JsonSchemaProps {
  const present = flat.has(schema) ? schema : done.get(schema);
  if (present) return present;
  const parts = partsOf(schema);
  let result = withoutParts(schema);
  for (const branch of parts) mergeAllOf(result, branch);

  // The parent is merged before its children are, as controller-gen does: a property that two branches have is merged
  // unflattened.
  let changed = parts !== noParts;
  const flattened = (child: JsonSchemaProps): JsonSchemaProps => {
    const found = flatten(child, done);
    changed ||= found !== child;
    return found;
  };
  if (result.items) result.items = flattened(result.items);
  if (result.not) result.not = flattened(result.not);
  if (result.allOf) result.allOf = result.allOf.map(flattened);
  if (result.oneOf) result.oneOf = result.oneOf.map(flattened);
  if (result.anyOf) result.anyOf = result.anyOf.map(flattened);
  if (typeof result.additionalProperties === 'object') {
    result.additionalProperties = flattened(result.additionalProperties);
  }
  if (result.properties) {
    result.properties = Object.fromEntries(
      Object.entries(result.properties).map(([name, property]) => [name, flattened(property)]),
    );
  }
  if (!changed) result = schema;
  flat.add(result);
  done.set(schema, result);
  return result;
}

const noParts: readonly JsonSchemaProps[] = [];

/** The branches of an `allOf` that are to become one schema. */
function partsOf(schema: JsonSchemaProps): readonly JsonSchemaProps[] {
  return exactKeywords(schema).has('allOf') ? noParts : (schema.allOf ?? noParts);
}

function withoutParts(schema: JsonSchemaProps): JsonSchemaProps {
  const { allOf, ...own } = schema;
  return exactKeywords(schema).has('allOf') && allOf !== undefined ? { ...own, allOf } : own;
}

/** Prose belongs to the node that has it, and is merged where references are resolved. */
const neverMerged: ReadonlySet<string> = new Set(['allOf', 'title', 'description', 'example', 'externalDocs']);

/** Members that are values in Go: equal ones are merged. All others are pointers, which are never equal. */
const comparable: ReadonlySet<string> = new Set(['type', 'format', 'pattern', '$ref']);

/**
 * Merges one branch of an `allOf` into a schema, its own branches first. `target` is changed, what hangs on it is not.
 */
export function mergeAllOf(target: JsonSchemaProps, branch: JsonSchemaProps): void {
  for (const inner of partsOf(branch)) mergeAllOf(target, inner);
  const kept: JsonSchemaProps = {};
  const moved: JsonSchemaProps = {};
  for (const key of Object.keys(branch) as (keyof JsonSchemaProps)[]) {
    if (!neverMerged.has(key)) mergeMember(target, branch, key, kept, moved);
  }
  if (exactKeywords(branch).has('allOf')) {
    target.allOf = [...(target.allOf ?? []), ...(branch.allOf ?? [])];
    keepExactly(target, 'allOf');
  }
  if (Object.keys(kept).length > 0) target.allOf = [...(target.allOf ?? []), kept, moved];
  if (target.required && !exactKeywords(target).has('required'))
    target.required = [...new Set(target.required)].sort(byCodePoint);
}

function mergeMember(
  target: JsonSchemaProps,
  branch: JsonSchemaProps,
  key: keyof JsonSchemaProps,
  kept: JsonSchemaProps,
  moved: JsonSchemaProps,
): void {
  const theirs = branch[key];
  const isExact = exactKeywords(branch).has(key);
  // False and an empty text or list are Go's zero values: nothing to merge.
  if (theirs === undefined || (isEmpty(key, theirs) && !isExact)) return;
  if (target[key] === undefined || isEmpty(key, target[key])) {
    Object.assign(target, { [key]: theirs });
    if (isExact) keepExactly(target, key);
    return;
  }
  switch (key) {
    case 'type':
      if (target.type !== branch.type) throw new ConflictingTypesError(target.type, branch.type);
      return;
    case 'enum':
      // The first that is set wins.
      return;
    case 'properties':
      target.properties = mergeProperties(target.properties ?? {}, branch.properties ?? {});
      return;
    case 'required':
      target.required = [...(target.required ?? []), ...(branch.required ?? [])];
      return;
    case 'additionalProperties':
      mergeAdditionalProperties(target, branch);
      return;
    case 'x-kubernetes-preserve-unknown-fields':
    case 'x-kubernetes-map-type':
      Object.assign(target, { [key]: theirs });
      return;
    case 'x-kubernetes-validations':
      target['x-kubernetes-validations'] = [
        ...(branch['x-kubernetes-validations'] ?? []),
        ...(target['x-kubernetes-validations'] ?? []),
      ];
      return;
    case 'minProperties':
    case 'maxProperties':
      // Equal ones are one since controller-tools v0.22.0; equal bounds of other sorts are not.
      if (theirs === target[key]) return;
      keepApart();
      return;
    default:
      if ((typeof theirs === 'boolean' || comparable.has(key)) && theirs === target[key]) return;
      keepApart();
  }

  function keepApart(): void {
    Object.assign(kept, { [key]: target[key] });
    Object.assign(moved, { [key]: theirs });
    delete target[key];
  }
}

function mergeProperties(
  ours: { [name: string]: JsonSchemaProps },
  theirs: { [name: string]: JsonSchemaProps },
): { [name: string]: JsonSchemaProps } {
  const result = new Map(Object.entries(ours));
  for (const [name, property] of Object.entries(theirs)) {
    const present = result.get(name);
    if (present) {
      const merged = { ...present };
      mergeAllOf(merged, property);
      result.set(name, merged);
    } else {
      result.set(name, property);
    }
  }
  return Object.fromEntries(result);
}

function mergeAdditionalProperties(target: JsonSchemaProps, branch: JsonSchemaProps): void {
  if (typeof branch.additionalProperties !== 'object') return;
  const merged = typeof target.additionalProperties === 'object' ? { ...target.additionalProperties } : {};
  mergeAllOf(merged, branch.additionalProperties);
  target.additionalProperties = merged;
}

function isEmpty(key: keyof JsonSchemaProps, value: unknown): boolean {
  // These are pointers in Go: a zero that is set counts.
  if (key === 'default' || key === 'additionalProperties' || key === 'x-kubernetes-preserve-unknown-fields')
    return false;
  return value === false || value === '' || (Array.isArray(value) && value.length === 0);
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Two branches of an `allOf` want different types: an author's mistake. controller-gen reports it with the same words.
 */
export class ConflictingTypesError extends Error {
  override readonly name = 'ConflictingTypesError';

  constructor(ours: string | undefined, theirs: string | undefined) {
    super(`conflicting types in allOf branches in schema: ${ours} vs ${theirs}`);
  }
}
