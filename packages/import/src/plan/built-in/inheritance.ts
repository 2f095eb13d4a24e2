import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { compareText } from '@kb/codegen/reporting';
import { openApiSchemaOf, type TypeData } from '@kb/kubernetes/data';
import type { TypeReference } from '../../declaration.ts';
import type { Structure } from '../structure/structures.ts';
import { builtInShapes, hasDescriptions } from './built-in-shapes.ts';
import { builtInSchemaOf, type FaithfulCheck } from './faithful-types.ts';
import { referenceTo } from './reference-to.ts';

/** What a type inherits from a type of Kubernetes that it is a copy of, of another release or with changes. */
export interface Inheritance {
  readonly type: TypeData;
  readonly to: TypeReference;
  /** The inherited fields, with their descriptions, which are not repeated. */
  readonly fields: ReadonlySet<string>;
  /** The fields of the parent that are not redeclared. Undefined: all. */
  readonly choice?: FieldChoice;
  /** True if it inherits from `WithQuantities` of the type. */
  readonly withQuantities: boolean;
}

/** A choice of fields by the shorter list of names. */
export interface FieldChoice {
  readonly choose: 'Pick' | 'Omit';
  readonly fields: readonly string[];
}

/** Options of {@link createInheritance}. */
export interface InheritanceOptions {
  readonly structureOf: (schema: JsonSchemaProps) => Structure;
  readonly faithful: FaithfulCheck;
}

/** Types that schemas never copy unchanged: the metadata of objects, and the types in it. */
const withoutCopies: ReadonlySet<string> = new Set(['meta/v1.ObjectMeta', 'meta/v1.TypeMeta', 'meta/v1.ListMeta']);

/** The number of lines that an interface has to become shorter: with fewer, it is easier to read on its own. */
const FEWEST_LINES = 4;

/**
 * Finds what types can inherit from types of Kubernetes: fields that both have with the same schema and the same
 * description. Equal descriptions distinguish a copy from a coincidence.
 */
export function createInheritance({
  structureOf,
  faithful,
}: InheritanceOptions): (schema: JsonSchemaProps) => Inheritance | undefined {
  let known: ReadonlyMap<string, readonly KnownType[]> | undefined;
  return (schema) => {
    if (!isPlainObject(schema) || describedIn(schema) < 2 || !hasDescriptions()) return undefined;
    known ??= knownFields(structureOf);
    let best: { readonly found: Inheritance; readonly saved: number } | undefined;
    for (const type of typesLike(schema, known)) {
      const found = inheritanceFrom(type, schema);
      const saved = found === undefined ? 0 : linesSaved(found, schema);
      if (found !== undefined && saved >= FEWEST_LINES && saved > (best?.saved ?? 0)) best = { found, saved };
    }
    return best?.found;
  };

  /** The types that share two fields with the schema, including descriptions. */
  function typesLike(
    { properties = {} }: JsonSchemaProps,
    known: ReadonlyMap<string, readonly KnownType[]>,
  ): readonly KnownType[] {
    const counts = new Map<KnownType, number>();
    for (const [name, property] of Object.entries(properties)) {
      if (!isDescribed(property)) continue;
      for (const type of known.get(keyOf(name, structureOf(property))) ?? [])
        counts.set(type, (counts.get(type) ?? 0) + 1);
    }
    return [...counts].filter(([, count]) => count > 1).map(([type]) => type);
  }

  function inheritanceFrom({ type, to, schema: parent }: KnownType, schema: JsonSchemaProps): Inheritance | undefined {
    const { properties: own = {}, required = [] } = schema;
    const { properties: theirs = {}, required: requiredThere = [] } = parent;
    const fields: string[] = [];
    const otherwise: string[] = [];
    let withQuantities = false;
    for (const [name, field] of Object.entries(theirs)) {
      const said = Object.hasOwn(own, name) ? own[name] : undefined;
      const isSame = said !== undefined && required.includes(name) === requiredThere.includes(name);
      const found = isSame ? faithful.ofField(name, field) : undefined;
      if (isSame && found !== undefined && structureOf(said).whole === structureOf(field).whole) {
        fields.push(name);
        withQuantities ||= found.withQuantities;
      } else if (!isSame || found?.withQuantities !== false || !fits(said, field)) otherwise.push(name);
    }
    if (fields.length === 0) return undefined;
    const choice = choiceOf(fields, otherwise);
    return { type, to, fields: new Set(fields), withQuantities, ...(choice && { choice }) };
  }

  /** True if a redeclared field has the type of the inherited one, apart from descriptions. */
  function fits(said: JsonSchemaProps, field: JsonSchemaProps): boolean {
    return structureOf(said).bareWhole === structureOf(field).bareWhole && !hasBigIntegers(said);
  }
}

function choiceOf(fields: readonly string[], otherwise: readonly string[]): FieldChoice | undefined {
  if (otherwise.length === 0) return undefined;
  return otherwise.length <= fields.length
    ? { choose: 'Omit', fields: otherwise.toSorted(compareText) }
    : { choose: 'Pick', fields: fields.toSorted(compareText) };
}

/** A type of Kubernetes, and the schema that the generator builds from it. */
interface KnownType {
  readonly type: TypeData;
  readonly to: TypeReference;
  readonly schema: JsonSchemaProps;
}

/** The types that have a field, by its name and its complete schema. */
function knownFields(structureOf: (schema: JsonSchemaProps) => Structure): ReadonlyMap<string, readonly KnownType[]> {
  const found = new Map<string, KnownType[]>();
  for (const { type } of builtInShapes().byName.values()) {
    const to = withoutCopies.has(type.name) ? undefined : referenceTo(type);
    if (to === undefined || builtInSchemaOf(type) === undefined) continue;
    const schema = openApiSchemaOf(type.name, { descriptions: true });
    const one: KnownType = { type, to, schema };
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      if (!isDescribed(field)) continue;
      const key = keyOf(name, structureOf(field));
      found.set(key, [...(found.get(key) ?? []), one]);
    }
  }
  return found;
}

function keyOf(name: string, { whole }: Structure): string {
  return `${whole} ${name}`;
}

/** True for an object with named fields and nothing else, which an interface can express. */
function isPlainObject(schema: JsonSchemaProps): boolean {
  const { type, properties, additionalProperties, allOf, anyOf, oneOf, not } = schema;
  return (
    type === 'object' &&
    properties !== undefined &&
    [additionalProperties, allOf, anyOf, oneOf, not].every((part) => part === undefined) &&
    schema['x-kubernetes-preserve-unknown-fields'] !== true &&
    schema['x-kubernetes-embedded-resource'] !== true
  );
}

function isDescribed({ description = '' }: JsonSchemaProps): boolean {
  return description !== '';
}

function describedIn({ properties = {} }: JsonSchemaProps): number {
  return Object.values(properties).filter(isDescribed).length;
}

/** True for an integer that may be a bigint, at any depth: in types of Kubernetes it is a number. */
function hasBigIntegers({ type, format, properties = {}, items, additionalProperties }: JsonSchemaProps): boolean {
  if (type === 'integer' && format !== 'int32') return true;
  return [...Object.values(properties), items, additionalProperties].some(
    (inner) => typeof inner === 'object' && hasBigIntegers(inner),
  );
}

/** The approximate number of lines by which an interface becomes shorter. */
function linesSaved({ fields, choice, to }: Inheritance, { properties = {} }: JsonSchemaProps): number {
  let saved = -1;
  for (const name of fields) saved += linesOf(properties[name] ?? {});
  const names = choice?.fields ?? [];
  const isLong = names.join("' | '").length + 2 * to.name.length > 60;
  return saved - (isLong ? names.length + 3 : 0);
}

/** The approximate number of lines of a field. */
function linesOf(schema: JsonSchemaProps): number {
  const { description = '' } = schema;
  const lines = description.split('\n').length;
  const markers = Object.keys(schema).filter((keyword) => keyword.startsWith('x-kubernetes-') || keyword === 'default');
  return 1 + (description === '' ? 0 : lines === 1 ? 1 : lines + 2) + markers.length;
}
