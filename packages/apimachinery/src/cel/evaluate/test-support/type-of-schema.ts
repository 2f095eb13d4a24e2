import type { JsonSchemaProps } from '../../../schema/json-schema-props.ts';
import { type CelType, listOf, mapOf, simpleType } from '../../types/cel-type.ts';
import { escapeName } from '../../views/names.ts';

const formats: Readonly<Record<string, CelType>> = {
  'date-time': simpleType('timestamp'),
  date: simpleType('timestamp'),
  duration: simpleType('duration'),
  byte: simpleType('bytes'),
};
const scalars: Readonly<Record<string, CelType>> = {
  string: simpleType('string'),
  integer: simpleType('int'),
  number: simpleType('double'),
  boolean: simpleType('bool'),
};

/** The type of the values of a schema, in which only what tests need is known. */
export function typeOfSchema(schema: JsonSchemaProps, name: string): CelType {
  const { type = '', format = '', items, properties, additionalProperties } = schema;
  if (type === 'array') return listOf(typeOfSchema(items ?? {}, `${name}.@idx`));
  if (schema['x-kubernetes-embedded-resource'] === true) {
    const metadata = { type: 'object', properties: { name: { type: 'string' }, generateName: { type: 'string' } } };
    const typed = { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata };
    return typeOfSchema({ type, properties: typed }, name);
  }
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(
      ([field, value]) => [escapeName(field) ?? field, typeOfSchema(value, `${name}.${field}`)] as const,
    );
    return { kind: 'object', name, fields: new Map(fields) };
  }
  if (typeof additionalProperties === 'object')
    return mapOf(simpleType('string'), typeOfSchema(additionalProperties, `${name}.@elem`));
  return (type === 'string' ? formats[format] : undefined) ?? scalars[type] ?? simpleType('dyn');
}
