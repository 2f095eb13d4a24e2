import { equalJson } from '../../json/equal-json.ts';
import type { JsonValue } from '../../json.ts';
import type { JsonSchemaProps } from '../../schema/json-schema-props.ts';
import { type CelValue, celError } from '../values/value.ts';
import { spend } from '../values/work.ts';
import { typeError } from './type-error.ts';
import { jsonOf } from './json-of.ts';
import { listView } from './list-view.ts';
import { mapView } from './map-view.ts';
import { goTypeOfJson, integerView, isInteger, numberView, textView } from './scalars.ts';

/**
 * A value of JSON as a value of CEL, by its schema, as Kubernetes sees it. Nothing is copied: what is in it becomes a
 * view when it is used. An error if it does not have the type of the schema.
 */
export function viewOf(value: JsonValue, schema: JsonSchemaProps): CelValue {
  if (value === null)
    return schema.nullable === true ? null : celError('invalid data, got null for schema with nullable=false');
  if (schema['x-kubernetes-int-or-string'] === true) {
    if (typeof value === 'string' || isInteger(value)) return value;
    return typeError(schema, goTypeOfJson(value));
  }
  switch (schema.type) {
    case 'object':
      return mapView(value, schema, viewOf);
    case 'array':
      return listView(value, schema, viewOf);
    case 'string':
      return textView(value, schema.format);
    case 'number':
      return numberView(value);
    case 'integer':
      return integerView(value);
    case 'boolean':
      return typeof value === 'boolean' ? value : typeError(schema, goTypeOfJson(value));
    default:
      return schema['x-kubernetes-preserve-unknown-fields'] === true
        ? preserved(value)
        : unknownType(schema.type ?? '');
  }
}

function unknownType(type: string): CelValue {
  const expected =
    'expected object, array, number, integer, boolean or string, or no type with x-kubernetes-int-or-string or ' +
    'x-kubernetes-preserve-unknown-fields is true';
  return celError(`invalid type, ${expected}, got ${type}`);
}

/** The nanoseconds that it takes to compare a value in another. */
const NODE_WORK = 100;

function nodesIn(json: JsonValue): number {
  if (typeof json !== 'object' || json === null) return 1;
  return Object.values(json).reduce((sum: number, child) => sum + nodesIn(child ?? null), 1);
}

/** A value of which nothing is known: it can only be compared. */
function preserved(json: JsonValue): CelValue {
  return {
    kind: 'opaque',
    type: 'unknown',
    json,
    equals: (other) => {
      const otherJson = jsonOf(other);
      if (otherJson === undefined) return false;
      spend(nodesIn(json) * NODE_WORK);
      return equalJson(json, otherJson);
    },
  };
}
