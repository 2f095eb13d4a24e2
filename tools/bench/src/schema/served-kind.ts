import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { applyDefaults, decodeSchema, type JsonSchemaProps } from '@kb/apimachinery/schema';
import type { BenchKind } from './objects/bench-kind.ts';

/** A version of a definition. */
export interface DefinitionVersion {
  readonly name: string;
  readonly schema: JsonSchemaProps;
  readonly hasStatus: boolean;
}

/** Decodes the versions of a definition. */
export function versionsOf(definition: JsonObject): DefinitionVersion[] {
  const versions = objectIn(definition, 'spec')['versions'];
  if (!Array.isArray(versions)) throw new Error('the definition has no versions');
  return versions.filter(isJsonObject).map((version) => {
    const { schema, problem } = decodeSchema(objectIn(version, 'schema')['openAPIV3Schema'] ?? null);
    if (schema === undefined) throw new Error(problem);
    const { subresources } = version;
    return {
      name: textIn(version, 'name'),
      schema,
      hasStatus: isJsonObject(subresources) && isJsonObject(subresources['status']),
    };
  });
}

/** The schema of a kind's object, and the object with its defaults, as the API server validates it. */
export function validatedParts({ definition, object, name }: BenchKind): {
  readonly schema: JsonSchemaProps;
  readonly object: JsonObject;
} {
  const version = versionsOf(definition).find((each) => object['apiVersion'] === `${groupOf(definition)}/${each.name}`);
  if (version === undefined) throw new Error(`${name}: no version of the definition is the object's`);
  const { schema } = version;
  return { schema, object: applyDefaults(schema, object) };
}

/** The path at which objects of a kind are created, in the namespace `default`. */
export function collectionOf({ definition, object }: BenchKind): string {
  const plural = textIn(objectIn(objectIn(definition, 'spec'), 'names'), 'plural');
  return `/apis/${textIn(object, 'apiVersion')}/namespaces/default/${plural}`;
}

function groupOf(definition: JsonObject): string {
  return textIn(objectIn(definition, 'spec'), 'group');
}

function objectIn(parent: JsonObject, field: string): JsonObject {
  const value = parent[field];
  if (!isJsonObject(value)) throw new Error(`${field} is not an object`);
  return value;
}

function textIn(parent: JsonObject, field: string): string {
  const value = parent[field];
  if (typeof value !== 'string') throw new Error(`${field} is not a text`);
  return value;
}
