import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { decodeSchema } from '@kb/apimachinery/schema';
import type { KindVersion } from './samples.ts';

/** The kinds that a CRD declares: one for each version that has a schema. */
export function kindsOf({ spec }: JsonObject): KindVersion[] {
  const group = textAt(spec, 'group');
  const kind = textAt(valueOf(spec, 'names'), 'kind');
  const versions = valueOf(spec, 'versions');
  if (group === undefined || kind === undefined || !Array.isArray(versions)) return [];
  return versions.flatMap((entry) => {
    const version = textAt(entry, 'name');
    const { schema } = decodeSchema(valueOf(valueOf(entry, 'schema'), 'openAPIV3Schema') ?? null);
    return version === undefined || schema === undefined ? [] : [{ group, version, kind, schema }];
  });
}

function valueOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function textAt(value: JsonValue | undefined, key: string): string | undefined {
  const text = valueOf(value, key);
  return typeof text === 'string' ? text : undefined;
}
