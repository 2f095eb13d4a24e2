import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { compareText } from '@kb/codegen/reporting';
import type { TypeData } from '@kb/kubernetes/data';
import { type BuiltInField, type BuiltInShape, builtInShapes, formOf, valuesOf } from '../built-in/built-in-shapes.ts';
import { endOfAll } from '../words/common-words.ts';
import type { DraftType } from '../drafts/draft-type.ts';
import { type Hints, hintsOf, strengthOf } from './hints.ts';
import { wordsOf } from '../words/words.ts';

/** The relation of a type to one of Kubernetes. */
export interface Recognised {
  readonly type: TypeData;
  /** Its name, or the common part of the names of several possible types. */
  readonly name: string;
  /** True if the structure is the same, at every depth. */
  readonly exact: boolean;
  /** True if its use corresponds to a use of that type in Kubernetes, in a recognised type. */
  readonly inPlace: boolean;
}

/** Options of {@link recognise}. */
export interface RecogniseOptions {
  /** True if the type of Kubernetes has the structure of the draft. */
  readonly isExact: (type: TypeData, draft: DraftType) => boolean;
}

/**
 * Finds the types that are copies of Kubernetes' own, of this version of Kubernetes or another, complete or nearly.
 * There are two kinds of evidence for a copy: how many fields are the same, and where it is used. The fewer fields
 * there are, the more evidence is needed: an object with only a name need not be a LocalObjectReference.
 *
 * @param types ordered so that types come before the types that they use.
 */
export function recognise(
  types: readonly DraftType[],
  { isExact }: RecogniseOptions,
): ReadonlyMap<DraftType, Recognised> {
  const found = new Map<DraftType, Recognised>();
  for (const type of types) {
    const recognised =
      type.form === 'object' ? recogniseObject(type) : type.form === 'enum' ? recogniseEnum(type) : undefined;
    if (recognised !== undefined) found.set(type, recognised);
  }
  return found;

  function recogniseObject(draft: DraftType): Recognised | undefined {
    const [schema] = draft.schemas;
    if (schema === undefined) return undefined;
    const hints = hintsOf(draft, (user) => found.get(user)?.type);
    let best: readonly Candidate[] = [];
    for (const shape of shapesLike(schema)) {
      const candidate = candidateOf(shape, draft, schema, hints);
      if (candidate === undefined) continue;
      const order = best[0] === undefined ? 1 : compareCandidates(candidate, best[0]);
      if (order > 0) best = [candidate];
      else if (order === 0) best = [...best, candidate];
    }
    const [first] = best.toSorted(
      (a, b) => a.shape.rank - b.shape.rank || compareText(a.shape.type.name, b.shape.type.name),
    );
    if (first === undefined) return undefined;
    const { type } = first.shape;
    const inPlace = hints.inPlace.has(type);
    return { type, name: inPlace ? commonName(best) : type.localName, exact: first.exact, inPlace };
  }

  function candidateOf(
    shape: BuiltInShape,
    draft: DraftType,
    schema: JsonSchemaProps,
    hints: Hints,
  ): Candidate | undefined {
    const hint = strengthOf(hints, shape.type);
    if (isOfOneKind(shape.type) && hint < 3) return undefined;
    const alike = countAlike(shape, schema);
    const size = Object.keys(schema.properties ?? {}).length;
    const likeness = alike / (size + shape.fields.size - alike);
    const exact = likeness === 1 && isExact(shape.type, draft);
    const isTold = (exact && isTelling(schema)) || (likeness === 1 && size > 1 && hasRareField(schema));
    const evidence = { likeness, size, hint, isPart: alike === size, isTelling: isTold };
    return isEnough(evidence) ? { shape, likeness, hint, exact } : undefined;
  }

  function recogniseEnum(draft: DraftType): Recognised | undefined {
    const values = draft.schemas[0]?.enum ?? [];
    const hints = hintsOf(draft, (user) => found.get(user)?.type);
    const fits = (type: TypeData): boolean => {
      const known = valuesOf(type);
      return known !== undefined && values.every((value) => typeof value === 'string' && known.includes(value));
    };
    const [type] = [...hints.inPlace, ...hints.byField]
      .filter(fits)
      .sort((a, b) => sizeOf(a) - sizeOf(b) || compareText(a.name, b.name));
    return type && { type, name: type.localName, exact: false, inPlace: hints.inPlace.has(type) };
  }
}

/**
 * True for types that coincide with others outside of their own use: conditions other than metav1.Condition, and parts
 * of pods.
 */
function isOfOneKind({ name, localName }: TypeData): boolean {
  return (
    name === 'core/v1.VolumeResourceRequirements' || (localName.endsWith('Condition') && localName !== 'Condition')
  );
}

interface Candidate {
  readonly shape: BuiltInShape;
  /** From 0 to 1: the share of fields that both have alike. */
  readonly likeness: number;
  readonly hint: number;
  readonly exact: boolean;
}

function sizeOf(type: TypeData): number {
  return valuesOf(type)?.length ?? 0;
}

/** The types that share at least half of the fields. */
function shapesLike(schema: JsonSchemaProps): readonly BuiltInShape[] {
  const { byField } = builtInShapes();
  const names = Object.keys(schema.properties ?? {});
  const counts = new Map<BuiltInShape, number>();
  for (const name of names)
    for (const shape of byField.get(name) ?? []) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  return [...counts]
    .filter(([{ fields }, count]) => 2 * count >= Math.max(names.length, fields.size))
    .map(([shape]) => shape);
}

function countAlike({ fields }: BuiltInShape, schema: JsonSchemaProps): number {
  let alike = 0;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const field = fields.get(name);
    if (field !== undefined && isAlike(property, field)) alike++;
  }
  return alike;
}

/**
 * True for a field that both have with the same type, at first sight; for objects, the type must have most of the
 * fields.
 */
function isAlike(schema: JsonSchemaProps, { form, type }: BuiltInField): boolean {
  const own = formOf(schema);
  if (own !== form && !own.endsWith('any') && !form.endsWith('any')) return false;
  if (type === undefined || !own.endsWith('object')) return true;
  const names = Object.keys(leafOf(schema).properties ?? {});
  const fields = builtInShapes().byName.get(type.name)?.fields;
  if (fields === undefined || names.length === 0) return true;
  return 2 * names.filter((name) => fields.has(name)).length > names.length;
}

function leafOf(schema: JsonSchemaProps): JsonSchemaProps {
  if (schema.type === 'array' && schema.items !== undefined) return leafOf(schema.items);
  return typeof schema.additionalProperties === 'object' ? leafOf(schema.additionalProperties) : schema;
}

/** The evidence for a copy. */
interface Evidence {
  readonly likeness: number;
  /** The number of the type's fields. */
  readonly size: number;
  readonly hint: number;
  /** True if Kubernetes' type has all of its fields. */
  readonly isPart: boolean;
  /** True if the structure is unlikely to be a coincidence. */
  readonly isTelling: boolean;
}

function isEnough({ likeness, size, hint, isPart, isTelling: isTold }: Evidence): boolean {
  if (isTold) return true;
  if (likeness < 0.5) return false;
  if (hint === 3) return true;
  if (likeness === 1) return hint > 0 || size >= 5;
  if (hint === 2) return size >= 2 && (isPart || (likeness >= 0.7 && size >= 5));
  if (hint === 1) return size >= 2;
  return likeness >= 0.8 && size >= 6;
}

/** True for an object with a field that hardly any other type has, such as `matchLabels`. */
function hasRareField(schema: JsonSchemaProps): boolean {
  const { byField } = builtInShapes();
  return Object.keys(schema.properties ?? {}).some((name) => (byField.get(name)?.length ?? 0) === 1);
}

/** True for a structure with more than string fields. */
function isTelling(schema: JsonSchemaProps): boolean {
  return Object.keys(schema.properties ?? {}).length >= 5 || schema['x-kubernetes-map-type'] !== undefined;
}

/** Above zero if the first is better. */
function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    Number(a.hint === 3) - Number(b.hint === 3) ||
    a.likeness - b.likeness ||
    Number(a.exact) - Number(b.exact) ||
    a.hint - b.hint
  );
}

/**
 * The name of a type in a place where Kubernetes has several types of the same structure, from their common parts:
 * `EnvSource` for ConfigMapEnvSource and SecretEnvSource.
 */
function commonName(candidates: readonly Candidate[]): string {
  const names = candidates
    .map(({ shape }) => shape.type.localName)
    .sort((a, b) => a.length - b.length || compareText(a, b));
  const common = endOfAll(names.map(wordsOf)) ?? [];
  return common.length > 1 ? common.join('') : (names[0] ?? '');
}
