import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { decodeSchema, type JsonSchemaProps } from '@kb/apimachinery/schema';

/** A served version of a definition, with what requests need. */
export interface ServedVersion {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  /** Whether its status is written through its own subresource. */
  readonly hasStatus: boolean;
  readonly schema: JsonSchemaProps;
}

/**
 * The served versions of a definition that have a schema. Where a webhook converts, only the stored one: the others
 * need a webhook, which these comparisons do not have.
 */
export function servedVersionsOf({ spec }: JsonObject): ServedVersion[] {
  if (!isJsonObject(spec)) return [];
  const { group, scope, versions, names, conversion } = spec;
  if (typeof group !== 'string' || !isJsonObject(names) || !Array.isArray(versions)) return [];
  const { kind, plural } = names;
  if (typeof kind !== 'string' || typeof plural !== 'string') return [];
  const isConverted = isJsonObject(conversion) && conversion['strategy'] === 'Webhook';
  return versions.filter(isJsonObject).flatMap((version): ServedVersion[] => {
    const { name, served, storage, schema, subresources } = version;
    if (typeof name !== 'string' || served !== true || (isConverted && storage !== true)) return [];
    const decoded = schemaIn(schema);
    if (decoded === undefined) return [];
    const hasStatus = isJsonObject(subresources) && isJsonObject(subresources['status']);
    return [{ group, version: name, kind, plural, isNamespaced: scope !== 'Cluster', hasStatus, schema: decoded }];
  });
}

function schemaIn(schema: JsonValue | undefined): JsonSchemaProps | undefined {
  return isJsonObject(schema) ? decodeSchema(schema['openAPIV3Schema'] ?? null).schema : undefined;
}

/** The path of the objects of a version, in the namespace of the sequence if they are in one. */
export function collectionOf({ group, version, plural, isNamespaced }: ServedVersion): string {
  return `/apis/${group}/${version}/${isNamespaced ? `namespaces/\${NS}/${plural}` : plural}`;
}

/** Names a version: `example.com/v1 Widget`. */
export function formatVersion({ group, version, kind }: ServedVersion): string {
  return `${group}/${version} ${kind}`;
}
