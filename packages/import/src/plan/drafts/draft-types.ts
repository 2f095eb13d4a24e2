import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { compareText } from '@kb/codegen/reporting';
import type { BuiltInTypes, BuiltInUse } from '../built-in/built-in-use.ts';
import type { DraftType, DraftUse, Step } from './draft-type.ts';
import { createPlainCheck } from '../structure/plain-schemas.ts';
import type { Structure } from '../structure/structures.ts';
import type { PlannedKind } from '../../type-plan.ts';

/** Which types a folder declares, without their names. */
export interface DraftTypes {
  /** In the order in which they are first used, kinds before what they use. */
  readonly types: readonly DraftType[];
  /** What stands in the place of a schema. */
  readonly useOf: ReadonlyMap<JsonSchemaProps, DraftType | BuiltInUse>;
}

/** What {@link draftTypes} asks. */
export interface DraftOptions {
  readonly structureOf: (schema: JsonSchemaProps) => Structure;
  readonly builtIns: Pick<BuiltInTypes, 'useOf' | 'inheritanceOf'>;
}

/** What of a kind's root is the same for all kinds: the API server knows it. */
const typeMeta: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/**
 * Finds the types that kinds need: each object with fields, once for each structure; sets of values that stand in two
 * places; and what else cannot be said in its place. Every structure is gone through once, in the order of the kinds.
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
  // A set of values that stands in one place only is written there, where a marker can say what it says.
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

  /**
   * Goes on to the items of a list and the values of a map: what is neither has none, whatever its schema says of them.
   */
  function visitInside(schema: JsonSchemaProps, place: DraftUse): void {
    const { type, items, additionalProperties } = schema;
    if (schema['x-kubernetes-int-or-string'] === true) return;
    if (type === 'array' && isSchema(items)) visit(items, inner(place, 'items'));
    if (type === 'object' && isSchema(additionalProperties)) visit(additionalProperties, inner(place, 'values'));
  }

  /** What a schema would be declared as; undefined where it is written in place. */
  function formOf(schema: JsonSchemaProps, place: DraftUse): DraftType['form'] | undefined {
    if (isObject(schema)) return 'object';
    if (isClosedSet(schema)) return 'enum';
    return needsName(schema, place) ? 'other' : undefined;
  }

  /**
   * True where no marker can say what a schema says: markers of a field or a type speak of it and of its items, and
   * describe none of those.
   */
  function needsName(schema: JsonSchemaProps, { through }: DraftUse): boolean {
    if (through.length === 0) return false;
    if (hasText(schema.description)) return true;
    const isReached = through.length === 1 && through[0] === 'items';
    return !isReached && !isPlain(schema);
  }

  /**
   * What makes a schema the same type as another one. Types without fields are distinguished by their descriptions too:
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

/** An object with fields: what has another type has none, whatever its schema says of them. */
function isObject({ type = 'object', properties = {}, ...schema }: JsonSchemaProps): boolean {
  return type === 'object' && schema['x-kubernetes-int-or-string'] !== true && Object.keys(properties).length > 0;
}

/** Values of which one has one, written as literals. */
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

/** Kinds in an order that does not depend on the order in which they were read. */
export function compareKinds(a: PlannedKind, b: PlannedKind): number {
  return (
    compareText(a.definition.spec.names.kind, b.definition.spec.names.kind) ||
    compareText(a.definition.metadata.name, b.definition.metadata.name)
  );
}
