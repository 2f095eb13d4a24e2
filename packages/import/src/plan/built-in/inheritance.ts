import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { compareText } from '@kb/codegen/reporting';
import type { TypeData } from '@kb/kubernetes/data';
import type { TypeReference } from '../../declaration.ts';
import type { Structure } from '../structure/structures.ts';
import type { FaithfulCheck } from './faithful-types.ts';
import { isDescribed, type KnownFields, knownFields, type KnownType } from './known-fields.ts';

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
  /** From `createStructures` with the table of {@link knownFields}. */
  readonly structureOf: (schema: JsonSchemaProps) => Structure;
  readonly faithful: FaithfulCheck;
}

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
  return (schema) => {
    const known = isPlainObject(schema) && describedIn(schema) >= 2 ? knownFields() : undefined;
    if (known === undefined) return undefined;
    let best: { readonly found: Inheritance; readonly saved: number } | undefined;
    for (const type of typesLike(schema, known)) {
      const found = inheritanceFrom(type, schema);
      const saved = found === undefined ? 0 : linesSaved(found, schema);
      if (found !== undefined && saved >= FEWEST_LINES && saved > (best?.saved ?? 0)) best = { found, saved };
    }
    return best?.found;
  };

  /** The types that share two fields with the schema, including descriptions. */
  function typesLike({ properties = {} }: JsonSchemaProps, known: KnownFields): readonly KnownType[] {
    const counts = new Map<KnownType, number>();
    for (const [name, property] of Object.entries(properties)) {
      if (!isDescribed(property)) continue;
      for (const type of known.typesWith(name, structureOf(property))) counts.set(type, (counts.get(type) ?? 0) + 1);
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
