import { quoteString } from '../codec/go-format.ts';
import type { JsonSchemaProps } from '../schema/json-schema-props.ts';
import { StrategicMergePatchError } from './strategic-errors.ts';

/** How a field is patched. */
export interface FieldPatchRule {
  /** Schema of the field's value; of its items where it is a list. */
  readonly schema: JsonSchemaProps;
  /** `merge`, `replace`, or empty: objects merge, lists are replaced. */
  readonly strategy: string;
  /** Empty where list items have none. */
  readonly mergeKey: string;
}

/** How an object's field that is an object itself is patched. Throws for a field that the schema does not have. */
export function ruleOfObject(schema: JsonSchemaProps, name: string): FieldPatchRule {
  const field = fieldOf(schema, name);
  return { schema: field, strategy: strategyOf(field), mergeKey: field['x-kubernetes-patch-merge-key'] ?? '' };
}

/**
 * How an object's field that is a list is patched. Throws for a field that the schema does not have, or that is not
 * a list.
 */
export function ruleOfList(schema: JsonSchemaProps, name: string): FieldPatchRule {
  const field = fieldOf(schema, name);
  if (field.items === undefined) throw new StrategicMergePatchError('expected slice or array type, but got: struct');
  return { schema: field.items, strategy: strategyOf(field), mergeKey: field['x-kubernetes-patch-merge-key'] ?? '' };
}

function fieldOf(schema: JsonSchemaProps, name: string): JsonSchemaProps {
  const { properties } = schema;
  if (properties === undefined)
    throw new StrategicMergePatchError('merging an object in json but data type is not struct, instead is: map');
  const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (field === undefined)
    throw new StrategicMergePatchError(`unable to find api field in struct for the json field ${quoteString(name)}`);
  return field;
}

/** The strategy without `retainKeys`, which only means that the client sends that directive. */
function strategyOf(schema: JsonSchemaProps): string {
  const strategies = (schema['x-kubernetes-patch-strategy'] ?? '')
    .split(',')
    .filter((strategy) => strategy !== '' && strategy !== 'retainKeys');
  return strategies[0] ?? '';
}
