import type { JsonObject } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { ServedResource } from '../../resources/served-resource.ts';
import type { Content } from './definition-name.ts';
import { sortedByName } from './sorted-by-name.ts';
import { describe } from './describe.ts';
import { customDefinitionName, definitionName } from './definition-name.ts';
import type { NamedDefinition } from './definitions.ts';
import { inKeywordOrder } from './keyword-order.ts';

/** The definitions of a custom kind and of its list, and the content of its operations. */
export interface CustomDefinitions {
  readonly object: Content;
  readonly list: Content;
  readonly definitions: ReadonlyMap<string, NamedDefinition>;
}

const objectMeta: Content = { type: 'meta/v1.ObjectMeta' };
const listMeta: Content = { type: 'meta/v1.ListMeta' };

/**
 * Publishes the complete schema of a custom resource, as in version 3, or one reduced to what clients of version 2
 * understand.
 */
export function customDefinitions(resource: ServedResource, { reduced }: { reduced: boolean }): CustomDefinitions {
  const { group, version, kind, listKind, plural, fieldLabels } = resource;
  const selectableFields = [...fieldLabels.names].filter((name) => !name.startsWith('metadata.'));
  const name = customDefinitionName(group, version, kind);
  const listName = customDefinitionName(group, version, listKind);
  const extensionsOf = (ofKind: string): JsonObject => ({
    'x-kubernetes-group-version-kind': [{ group, kind: ofKind, version }],
    ...(selectableFields.length > 0 && {
      'x-kubernetes-selectable-fields': selectableFields.map((fieldPath) => ({ fieldPath })),
    }),
  });
  const object = objectSchema(resource.schema(), reduced);
  const list: JsonObject = {
    description: `${listKind} is a list of ${kind}`,
    type: 'object',
    required: ['items'],
    properties: sorted({
      ...typeMeta(),
      items: { description: `List of ${plural}.`, type: 'array', items: { $ref: `#/components/schemas/${name}` } },
      metadata: referTo('meta/v1.ListMeta', 'The metadata of lists: version, and the rest of a list in pages.'),
    }),
  };
  const definitions = new Map<string, NamedDefinition>([
    [name, { schema: inKeywordOrder({ ...object, ...extensionsOf(kind) }), references: [objectMeta] }],
    [listName, { schema: { ...list, ...extensionsOf(listKind) }, references: [listMeta, { named: name }] }],
  ]);
  return { object: { named: name }, list: { named: listName }, definitions };
}

function referTo(type: 'meta/v1.ObjectMeta' | 'meta/v1.ListMeta', description: string): JsonObject {
  return { description, allOf: [{ $ref: `#/components/schemas/${definitionName(type)}` }] };
}

/** What every object and list says of its kind, whatever its schema says. */
function typeMeta(): JsonObject {
  const text = (field: 'apiVersion' | 'kind'): JsonObject => ({
    description: describe('meta/v1.TypeMeta', field) ?? '',
    type: 'string',
  });
  return { apiVersion: text('apiVersion'), kind: text('kind') };
}

/** The members of every object, whatever its schema says. */
function commonMembers(): JsonObject {
  return {
    ...typeMeta(),
    metadata: referTo(
      'meta/v1.ObjectMeta',
      'The metadata of every object: name, labels, annotations, owners and more.',
    ),
  };
}

function objectSchema(schema: JsonSchemaProps, reduced: boolean): JsonObject {
  // Clients of version 2 would refuse undescribed fields.
  if (reduced && schema['x-kubernetes-preserve-unknown-fields'] === true) return { type: 'object' };
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...own } = schema.properties ?? {};
  const published = publish({ ...schema, properties: own }, reduced);
  return {
    ...published,
    properties: sorted({ ...(published.properties as JsonObject | undefined), ...commonMembers() }),
  };
}

const junctors = ['allOf', 'anyOf', 'oneOf'] as const;

/** A schema as published. */
function publish(complete: JsonSchemaProps, reduced: boolean): JsonObject {
  const schema = reduced ? reduce(complete) : complete;
  const result: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (value === undefined || value === null || value === false) {
      // Every default except null is published, and that there are no more properties.
      if ((keyword !== 'default' && keyword !== 'additionalProperties') || value !== false) continue;
    }
    result[keyword] = value as JsonObject[string];
  }
  const { properties, items, additionalProperties, not } = schema;
  if (properties) result.properties = sorted(mapValues(properties, (property) => publish(property, reduced)));
  if (items && !Array.isArray(items)) result.items = publish(items, reduced);
  if (typeof additionalProperties === 'object') result.additionalProperties = publish(additionalProperties, reduced);
  for (const junctor of junctors) {
    const branches = schema[junctor];
    if (branches) result[junctor] = branches.map((branch) => publish(branch, reduced));
  }
  if (not) result.not = publish(not, reduced);
  const isOpen = reduced && schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (schema['x-kubernetes-embedded-resource'] === true && !isOpen) addEmbedded(result);
  if (schema['x-kubernetes-int-or-string'] === true && !reduced && !hasIntOrString(schema))
    result.anyOf = [{ type: 'integer' }, { type: 'string' }];
  const rules = result['x-kubernetes-validations'];
  if (reduced && Array.isArray(rules))
    result['x-kubernetes-validations'] = rules.map((rule) => (isJsonObject(rule) ? sorted(rule) : rule));
  return inKeywordOrder(result);
}

/** Whether a schema already has the standard keywords for integers and strings. */
function hasIntOrString({ anyOf, allOf = [] }: JsonSchemaProps): boolean {
  return anyOf !== undefined || allOf.some((branch) => branch.anyOf !== undefined);
}

/** An embedded object has metadata too. */
function addEmbedded(schema: JsonObject): void {
  schema.properties = sorted({ ...(schema.properties as JsonObject | undefined), ...commonMembers() });
  const required = (schema.required ?? []) as string[];
  schema.required = [...required, ...['kind', 'apiVersion'].filter((name) => !required.includes(name))];
}

/** Removes what version 2 cannot express, and with it what would make its clients refuse valid objects. */
function reduce(schema: JsonSchemaProps): JsonSchemaProps {
  const { allOf: _allOf, anyOf: _anyOf, oneOf: _oneOf, not: _not, default: _default, nullable, ...rest } = schema;
  const isOpen = rest['x-kubernetes-preserve-unknown-fields'] === true;
  if (nullable !== true && !isOpen) return withRequired(rest);
  const { type, items: _items, properties: _properties, ...open } = rest;
  const keepsType = nullable !== true && type !== 'object' && type !== 'array' && type !== undefined;
  return withRequired(keepsType ? { ...open, type } : open);
}

/** Requires no property that may be null: clients of version 2 take null for a missing value. */
function withRequired(schema: JsonSchemaProps): JsonSchemaProps {
  const { required, ...others } = schema;
  const { properties = {}, additionalProperties } = schema;
  const areNullable = typeof additionalProperties === 'object' && additionalProperties.nullable === true;
  const left = areNullable
    ? []
    : required?.filter((name) => !Object.hasOwn(properties, name) || properties[name]?.nullable !== true);
  return left === undefined || left.length === 0 ? others : { ...others, required: left };
}

function mapValues(
  values: Readonly<Record<string, JsonSchemaProps>>,
  make: (value: JsonSchemaProps) => JsonObject,
): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, make(value)]));
}

function sorted(values: JsonObject): JsonObject {
  return Object.fromEntries(sortedByName(Object.entries(values)));
}
