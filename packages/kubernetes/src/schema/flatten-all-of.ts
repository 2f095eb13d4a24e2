import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { exactKeywords, keepExactly } from './exact-keywords.ts';
import { comparable, createMergedParts, isEmpty, type MergedParts, neverMerged } from './merged-parts.ts';

/**
 * Merges every `allOf` of a schema into the schema that has it, at every depth, by controller-gen's rules
 * (FlattenEmbedded): keywords that differ and have no merge rule stay in a new `allOf`. Exact
 * keywords (see {@link exactKeywords}) stay as they are. The given schema is not changed. Subtrees without an `allOf`
 * are shared with it: never change the result, nor the given schema from now on. Throws a
 * {@link ConflictingTypesError} or a `TooManyPartsError`.
 */
export function flattenEmbedded(schema: JsonSchemaProps): JsonSchemaProps {
  return flattenWith(schema, createMergedParts());
}

/** {@link flattenEmbedded} with something that says which parts need not be merged. */
export function flattenWith(schema: JsonSchemaProps, merged: MergedParts): JsonSchemaProps {
  return flatten(schema, { done: new Map(), merged });
}

interface Flattening {
  /** Subtrees are shared between types, so that each is flattened once. */
  readonly done: Map<JsonSchemaProps, JsonSchemaProps>;
  readonly merged: MergedParts;
}

/**
 * Schemas known to be flat at every depth: those of built-in types, which many kinds use, are not traversed
 * again.
 */
const flat = new WeakSet<JsonSchemaProps>();

function flatten(schema: JsonSchemaProps, flattening: Flattening): JsonSchemaProps {
  const { done, merged } = flattening;
  const present = flat.has(schema) ? schema : done.get(schema);
  if (present) return present;
  const parts = partsOf(schema);
  let result = withoutParts(schema);
  merged.continueAs(schema, result);
  for (const branch of parts) mergePart(result, branch, merged);

  // The parent is merged before its children are, as controller-gen does: a property that two branches have is merged
  // unflattened.
  let changed = parts !== noParts;
  const flattened = (child: JsonSchemaProps): JsonSchemaProps => {
    const found = flatten(child, flattening);
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

/**
 * Merges one branch of an `allOf` into a schema, its own branches first. `target` is changed, what hangs on it is not.
 */
function mergePart(target: JsonSchemaProps, branch: JsonSchemaProps, merged: MergedParts): void {
  if (merged.changesNothing(target, branch)) return;
  merged.countPart();
  for (const inner of partsOf(branch)) mergePart(target, inner, merged);
  const kept: JsonSchemaProps = {};
  const moved: JsonSchemaProps = {};
  for (const key of Object.keys(branch) as (keyof JsonSchemaProps)[]) {
    if (!neverMerged.has(key)) mergeMember({ target, branch, kept, moved, merged }, key);
  }
  if (exactKeywords(branch).has('allOf')) {
    target.allOf = [...(target.allOf ?? []), ...(branch.allOf ?? [])];
    keepExactly(target, 'allOf');
  }
  if (Object.keys(kept).length > 0) {
    target.allOf = [...(target.allOf ?? []), kept, moved];
    merged.countCopies(target.allOf.length);
  }
  if (target.required && !exactKeywords(target).has('required'))
    target.required = [...new Set(target.required)].sort(byCodePoint);
}

interface Merge {
  readonly target: JsonSchemaProps;
  readonly branch: JsonSchemaProps;
  /** The keywords of the target that become a branch, because they differ. */
  readonly kept: JsonSchemaProps;
  /** Those of the branch. */
  readonly moved: JsonSchemaProps;
  readonly merged: MergedParts;
}

function mergeMember({ target, branch, kept, moved, merged }: Merge, key: keyof JsonSchemaProps): void {
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
      target.properties = mergeProperties(target.properties ?? {}, branch.properties ?? {}, merged);
      return;
    case 'required':
      target.required = [...(target.required ?? []), ...(branch.required ?? [])];
      return;
    case 'additionalProperties':
      mergeAdditionalProperties(target, branch, merged);
      return;
    case 'x-kubernetes-preserve-unknown-fields':
    case 'x-kubernetes-map-type':
      if (theirs !== target[key]) merged.forget();
      Object.assign(target, { [key]: theirs });
      return;
    case 'x-kubernetes-validations':
      target['x-kubernetes-validations'] = [
        ...(branch['x-kubernetes-validations'] ?? []),
        ...(target['x-kubernetes-validations'] ?? []),
      ];
      merged.countCopies(target['x-kubernetes-validations'].length);
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
    merged.forget();
    Object.assign(kept, { [key]: target[key] });
    Object.assign(moved, { [key]: theirs });
    delete target[key];
  }
}

function mergeProperties(
  ours: { [name: string]: JsonSchemaProps },
  theirs: { [name: string]: JsonSchemaProps },
  merged: MergedParts,
): { [name: string]: JsonSchemaProps } {
  const result = new Map(Object.entries(ours));
  for (const [name, property] of Object.entries(theirs)) {
    const present = result.get(name);
    if (present) {
      const both = { ...present };
      merged.continueAs(present, both);
      mergePart(both, property, merged);
      result.set(name, both);
    } else {
      result.set(name, property);
    }
  }
  return Object.fromEntries(result);
}

function mergeAdditionalProperties(target: JsonSchemaProps, branch: JsonSchemaProps, merged: MergedParts): void {
  if (typeof branch.additionalProperties !== 'object') return;
  const present = typeof target.additionalProperties === 'object' ? target.additionalProperties : {};
  const both = { ...present };
  merged.continueAs(present, both);
  mergePart(both, branch.additionalProperties, merged);
  target.additionalProperties = both;
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
