import type { JsonObject, JsonSchemaProps, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '../resources/api-object.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import { componentName } from './components.ts';

/** The schemas of a custom kind and of its list, and the name of the first. */
export function customSchemas(resource: ServedResource): { name: string; schemas: Record<string, JsonObject> } {
  const { group, version, kind, listKind, plural } = resource;
  const prefix = [...group.split('.').reverse(), version].join('.');
  const name = `${prefix}.${kind}`;
  const schema = published(resource.schema() as unknown as JsonValue) as JsonObject;
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const object: JsonObject = {
    ...schema,
    properties: { ...properties, metadata: reference(componentName('meta/v1.ObjectMeta')) },
    'x-kubernetes-group-version-kind': [{ group, version, kind }],
  };
  const list: JsonObject = {
    description: `${listKind} is a list of ${kind}`,
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: reference(componentName('meta/v1.ListMeta')),
      items: { description: `List of ${plural}.`, type: 'array', items: reference(name) },
    },
    'x-kubernetes-group-version-kind': [{ group, version, kind: listKind }],
  };
  return { name, schemas: { [name]: object, [`${prefix}.${listKind}`]: list } };
}

function reference(name: string): JsonObject {
  return { allOf: [{ $ref: `#/components/schemas/${name}` }] };
}

/** The schema as documents show it: what is an integer or a string says so in standard words. */
function published(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(published);
  if (!isJsonObject(value)) return value;
  const schema = value as JsonObject & JsonSchemaProps;
  const copy: JsonObject = {};
  for (const [key, child] of Object.entries(value))
    copy[key] = key === 'default' || key === 'enum' || key === 'example' ? child : published(child);
  if (schema['x-kubernetes-int-or-string'] === true) copy.anyOf = [{ type: 'integer' }, { type: 'string' }];
  return copy;
}
