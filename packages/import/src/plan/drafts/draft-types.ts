import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { compareText } from '@kb/codegen/reporting';
import type { BuiltInTypes, BuiltInUse } from '../built-in/built-in-use.ts';
import type { DraftType, DraftUse, Step } from './draft-type.ts';
import { createPlainCheck } from '../structure/plain-schemas.ts';
import type { Structure } from '../structure/structures.ts';
import type { PlannedKind } from '../../type-plan.ts';

/** The types that a folder declares, without their names. */
export interface DraftTypes {
  /** In the order of first use, with kinds before the types that they use. */
  readonly types: readonly DraftType[];
  /** The use of a type in place of each schema. */
  readonly useOf: ReadonlyMap<JsonSchemaProps, DraftType | BuiltInUse>;
}

/** Options of {@link draftTypes}. */
export interface DraftOptions {
  readonly structureOf: (schema: JsonSchemaProps) => Structure;
  readonly builtIns: Pick<BuiltInTypes, 'useOf' | 'inheritanceOf'>;
}

/** The fields of a kind's root that are the same for all kinds: the API server knows them. */
const typeMeta: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/**
 * Finds the types that kinds need: each object with fields, once for each structure; sets of values in two places; and
 * other schemas that cannot be expressed inline. Every structure is visited once, in the order of the kinds.
 */
export function draftTypes(kinds: readonly PlannedKind[], { structureOf, builtIns }: DraftOptions): DraftTypes {
  const byStructure = new Map<string, DraftType>();
  const types: DraftType[] = [];
  const useOf = new Map<JsonSchemaProps, DraftType | BuiltInUse>();
  const isPlain = createPlainCheck(structureOf);

  for (const kind of kinds) {
    const schema = kind.version.schema.openAPIV3Schema;
    const type: DraftType = { form: 'kind', kind, schemas: [schema], uses: [] };
    types.push(type);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (!typeMeta.has(name)) visit(property, { by: type, field: name, through: [] });
    }
  }
  // A set of values in a single place is inline, where markers can express its other keywords.
  const inPlace = new Set<DraftType | BuiltInUse>(types.filter(isSingle));
  return {
    types: types.filter((type) => !inPlace.has(type)),
    useOf: new Map([...useOf].filter(([, use]) => !inPlace.has(use))),
  };

  function isSingle({ form, schemas: [schema], uses: [use, second] }: DraftType): boolean {
    return (
      form === 'enum' && schema !== undefined && use !== undefined && second === undefined && !needsName(schema, use)
    );
  }

  function visit(schema: JsonSchemaProps, place: DraftUse): void {
    const form = formOf(schema, place);
    if (form === undefined) {
      visitInside(schema, place);
      return;
    }
    const builtIn = form === 'object' ? builtIns.useOf(schema) : undefined;
    if (builtIn !== undefined) {
      useOf.set(schema, builtIn);
      return;
    }
    const key = keyOf(schema, form);
    const present = byStructure.get(key);
    const type = present ?? newType(schema, form);
    type.schemas.push(schema);
    type.uses.push(place);
    useOf.set(schema, type);
    if (present !== undefined) return;
    byStructure.set(key, type);
    types.push(type);
    if (form === 'object') {
      const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        if (type.inheritance?.fields.has(name) === true) continue;
        if (!isEmbedded || name !== 'metadata') visit(property, { by: type, field: name, through: [] });
      }
    } else {
      visitInside(schema, { by: type, field: undefined, through: [] });
    }
  }

  function newType(schema: JsonSchemaProps, form: DraftType['form']): DraftType {
    const inheritance = form === 'object' ? builtIns.inheritanceOf(schema) : undefined;
    return { form, schemas: [], uses: [], ...(inheritance && { inheritance }) };
  }

  /** Visits the items of a list and the values of a map: a schema of another type has none, even if it lists some. */
  function visitInside(schema: JsonSchemaProps, place: DraftUse): void {
    const { type, items, additionalProperties } = schema;
    if (schema['x-kubernetes-int-or-string'] === true) return;
    if (type === 'array' && isSchema(items)) visit(items, inner(place, 'items'));
    if (type === 'object' && isSchema(additionalProperties)) visit(additionalProperties, inner(place, 'values'));
  }

  /** The form of the declaration for a schema; undefined for an inline one. */
  function formOf(schema: JsonSchemaProps, place: DraftUse): DraftType['form'] | undefined {
    if (isObject(schema)) return 'object';
    if (isClosedSet(schema)) return 'enum';
    return needsName(schema, place) ? 'other' : undefined;
  }

  /**
   * True if markers cannot express a schema inline: markers on a field or a type apply to it and to its items, and
   * cannot describe the items.
   */
  function needsName(schema: JsonSchemaProps, { through }: DraftUse): boolean {
    if (through.length === 0) return false;
    if (hasText(schema.description)) return true;
    const isReached = through.length === 1 && through[0] === 'items';
    return !isReached && !isPlain(schema);
  }

  /**
   * A key that is equal for schemas of the same type. Types without fields also differ by their descriptions, because
   * nothing else identifies them.
   */
  function keyOf(schema: JsonSchemaProps, form: DraftType['form']): string {
    const structure = structureOf(schema);
    if (form === 'object') return `object ${structure.shape}`;
    return form === 'enum' ? `enum ${structure.own}` : `other ${structure.own} ${schema.description ?? ''}`;
  }
}

function inner(place: DraftUse, step: Step): DraftUse {
  return { ...place, through: [...place.through, step] };
}

/** True for an object with fields; a schema of another type has none, even if it lists some. */
function isObject({ type = 'object', properties = {}, ...schema }: JsonSchemaProps): boolean {
  return type === 'object' && schema['x-kubernetes-int-or-string'] !== true && Object.keys(properties).length > 0;
}

/** True for a set of at least one value, all of which can be literals. */
function isClosedSet({ enum: values, type }: JsonSchemaProps): boolean {
  if (!Array.isArray(values) || values.length < 2 || type === 'array' || type === 'object') return false;
  return values.every((value) => value === null || typeof value !== 'object');
}

function hasText(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}

function isSchema(value: JsonSchemaProps | boolean | undefined): value is JsonSchemaProps {
  return typeof value === 'object' && !Array.isArray(value);
}

/** Orders kinds independently of the order in which they were read. */
export function compareKinds(a: PlannedKind, b: PlannedKind): number {
  return (
    compareText(a.definition.spec.names.kind, b.definition.spec.names.kind) ||
    compareText(a.definition.metadata.name, b.definition.metadata.name)
  );
}
