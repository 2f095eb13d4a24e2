import { isJsonObject } from '../../codec/own-property.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { type KindName, kinds, type Recording } from './scenario.ts';

/**
 * Extracts the schemas of the built-in kinds from an API server's OpenAPI v3 documents, reduced to the structure that
 * the recorded values need.
 */
export function publishedSchemas(documents: readonly JsonObject[], recordings: readonly Recording[]): JsonObject {
  const definitions: JsonObject = Object.assign(
    {},
    ...documents.map((document) => at(document, 'components', 'schemas')),
  );
  const schemas: JsonObject = { ObjectMeta: {} };
  for (const name of Object.keys(kinds) as KindName[]) {
    const { kind, apiVersions } = kinds[name];
    const key = `io.k8s.api.${apiVersions[0] === 'v1' ? 'core.v1' : apiVersions[0].replace('/', '.')}.${kind}`;
    const values = recordings
      .filter((recording) => recording.kind === name)
      .flatMap(({ answers }) => answers.flatMap(({ sent, body, object }) => [sent, body, object ?? null]));
    if (definitions[key] !== undefined) schemas[name] = reduce({ $ref: `/${key}` }, values, definitions);
  }
  const metadata = recordings.flatMap(({ answers }) =>
    answers.flatMap(({ sent, body }) => [
      at(sent, 'metadata'),
      at(body, 'metadata'),
      at(sent, 'spec', 'embedded', 'metadata'),
    ]),
  );
  schemas['ObjectMeta'] = reduce({ $ref: '/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }, metadata, definitions);
  return schemas;
}

function at(value: JsonValue | undefined, ...path: readonly string[]): JsonValue {
  return path.reduce<JsonValue>((found, name) => (isJsonObject(found) ? (found[name] ?? null) : null), value ?? null);
}

function resolve(schema: JsonObject, definitions: JsonObject): JsonObject {
  const all = schema['allOf'];
  const reference = Array.isArray(all) ? at(all[0], '$ref') : (schema['$ref'] ?? null);
  if (typeof reference !== 'string') return schema;
  const target = definitions[reference.slice(reference.lastIndexOf('/') + 1)];
  return {
    ...(isJsonObject(target) ? target : {}),
    ...Object.fromEntries(Object.entries(schema).filter(([key]) => key.startsWith('x-kubernetes-'))),
  };
}

/** Reduces a schema to structural keywords, and to properties that occur in a value. */
function reduce(schema: JsonObject, values: readonly JsonValue[], definitions: JsonObject): JsonObject {
  const full = resolve(schema, definitions);
  const reduced: JsonObject = {};
  for (const key of ['type', 'format']) if (full[key] !== undefined) reduced[key] = full[key];
  for (const [key, value] of Object.entries(full)) {
    if (/^x-kubernetes-(list|map|patch)-/.test(key)) reduced[key] = value;
  }
  if (typeof full['default'] === 'string' && full['default'] !== '') reduced['default'] = full['default'];
  const objects = values.filter(isJsonObject);
  const properties = full['properties'];
  if (isJsonObject(properties)) {
    reduced['properties'] = Object.fromEntries(
      Object.entries(properties)
        .map(
          ([name, property]) =>
            [
              name,
              property,
              objects.filter((object) => Object.hasOwn(object, name)).map((object) => object[name] ?? null),
            ] as const,
        )
        .filter(([, , found]) => found.length > 0)
        .map(([name, property, found]) => [name, reduce(isJsonObject(property) ? property : {}, found, definitions)]),
    );
  }
  const items = full['items'];
  if (isJsonObject(items))
    reduced['items'] = reduce(
      items,
      values.flatMap((value) => (Array.isArray(value) ? value : [])),
      definitions,
    );
  const additional = full['additionalProperties'];
  if (isJsonObject(additional))
    reduced['additionalProperties'] = reduce(
      additional,
      objects.flatMap((object) => Object.values(object)),
      definitions,
    );
  return reduced;
}
