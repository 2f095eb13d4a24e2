import type { JsonObject, JsonSchemaProps, JsonValue } from '@kb/apimachinery';
import { flattenEmbedded } from '@kb/kubernetes/data';
import type { Reporter } from '../diagnostic/reporter.ts';
import type { KindFacts, PrinterColumn } from '../model/facts.ts';
import type { Kind } from '../model/model.ts';
import { resourceNamesOf } from '../model/resource-names.ts';
import { pluralOf } from '../naming/plural.ts';
import type { SchemaBuilder } from './schema-builder.ts';

/** The annotation that marks manifests as kb's, with the version of the generator, as controller-gen marks its own. */
export const versionAnnotation = 'codegen.kb/version';

/** The CustomResourceDefinition of one kind, all its versions together. `kinds` are its versions. Reports versions that do not agree. */
export function customResourceDefinition(
  kinds: readonly Kind[],
  builder: SchemaBuilder,
  generatorVersion: string,
  reporter: Reporter,
): JsonObject | undefined {
  const shown = kinds.filter(({ facts }) => !facts.skipped);
  const [first] = shown;
  if (first === undefined) return undefined;
  checkVersions(shown, reporter);
  const names = resourceNamesOf(shown, reporter);
  const { group } = first.groupVersion;
  const single = shown.length === 1;
  const plural = names.plural ?? pluralOf(first.name);
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { annotations: { [versionAnnotation]: generatorVersion }, name: `${plural}.${group}` },
    spec: {
      group,
      names: {
        ...(names.categories.length > 0 && { categories: [...names.categories] }),
        kind: first.name,
        listKind: `${first.name}List`,
        plural,
        ...(names.shortNames.length > 0 && { shortNames: [...names.shortNames] }),
        singular: names.singular ?? first.name.toLowerCase(),
      },
      scope: names.scope,
      versions: shown.map((kind) => versionOf(kind, single, builder, reporter)),
    },
  };
}

function checkVersions(kinds: readonly Kind[], reporter: Reporter): void {
  const [first] = kinds;
  if (first === undefined) return;
  const stored = kinds.filter(({ facts }) => facts.storage);
  if (kinds.length > 1 && stored.length === 0) {
    reporter.report(first.span, {
      code: 'version-flags',
      message: `none of the versions of ${first.name} is stored`,
      hint: 'mark one of them with // +kubebuilder:storageversion',
    });
  }
  for (const { span, name } of stored.slice(1)) {
    reporter.report(span, {
      code: 'version-flags',
      message: `two versions of ${name} are marked as the one that is stored`,
    });
  }
  if (kinds.every(({ facts }) => !facts.served)) {
    reporter.report(first.span, { code: 'version-flags', message: `no version of ${first.name} is served` });
  }
}

function versionOf(
  { type, facts, groupVersion, span, name }: Kind,
  single: boolean,
  builder: SchemaBuilder,
  reporter: Reporter,
): JsonObject {
  return {
    ...(facts.columns.length > 0 && { additionalPrinterColumns: facts.columns.map(columnOf) }),
    ...(facts.deprecated && { deprecated: true }),
    ...(facts.deprecationWarning !== undefined && { deprecationWarning: facts.deprecationWarning }),
    name: groupVersion.version,
    schema: { openAPIV3Schema: schemaAsJson(rootSchema()) },
    served: facts.served,
    storage: facts.storage || single,
    ...subresourcesOf(facts),
  };

  function rootSchema(): JsonSchemaProps {
    let schema: JsonSchemaProps;
    try {
      schema = flattenEmbedded(builder.schemaOf(type));
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ConflictingTypesError') throw error;
      reporter.report(span, {
        code: 'conflicting-types',
        message: `${name} has parts of different types: ${error.message}`,
      });
      return {};
    }
    // The API server knows the metadata of an object by itself, and allows nothing else to be said here.
    return schema.properties?.['metadata'] === undefined
      ? schema
      : { ...schema, properties: { ...schema.properties, metadata: { type: 'object' } } };
  }
}

function columnOf({ name, type, jsonPath, description, format, priority }: PrinterColumn): JsonObject {
  return {
    ...(description !== undefined && description !== '' && { description }),
    ...(format !== undefined && format !== '' && { format }),
    jsonPath,
    name,
    ...(priority !== undefined && priority !== 0 && { priority }),
    type,
  };
}

/** Printer columns alone make controller-gen write `subresources: {}`. */
function subresourcesOf({ statusSubresource, scaleSubresource, columns }: KindFacts): JsonObject {
  if (!statusSubresource && scaleSubresource === undefined && columns.length === 0) return {};
  return {
    subresources: {
      ...(scaleSubresource !== undefined && { scale: { ...scaleSubresource } }),
      ...(statusSubresource && { status: {} }),
    },
  };
}

/** The members of a schema that Go would write: zero values of plain members are left out. */
function schemaAsJson(schema: JsonSchemaProps): JsonObject {
  const json: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    const written = memberAsJson(key, value);
    if (written !== undefined) json[key] = written;
  }
  return json;
}

function memberAsJson(key: string, value: unknown): JsonValue | undefined {
  switch (key) {
    case 'properties':
      return Object.fromEntries(
        Object.entries(value as { [name: string]: JsonSchemaProps }).map(([name, property]) => [
          name,
          schemaAsJson(property),
        ]),
      );
    case 'items':
    case 'not':
      return schemaAsJson(value as JsonSchemaProps);
    case 'additionalProperties':
      return typeof value === 'object' ? schemaAsJson(value as JsonSchemaProps) : (value as boolean);
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return (value as JsonSchemaProps[]).map(schemaAsJson);
    case 'default':
    case 'example':
      return value as JsonValue;
    default:
      return value === undefined || value === false || value === '' || (Array.isArray(value) && value.length === 0)
        ? undefined
        : (value as JsonValue);
  }
}
