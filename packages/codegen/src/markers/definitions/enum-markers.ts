import { equalJson, type JsonValue } from '@kb/apimachinery';
import { compareUtf8, isJsonObject, stringifyJson } from '@kb/apimachinery/codec';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { any, flagMarker, listOf, USUAL } from '../define/define-marker.ts';
import type { MarkerDefinition } from '../define/marker-definition.ts';
import { flatView } from '../schema/schema-view.ts';
import { typeInWords } from '../schema/schema-words.ts';
import { family } from '../define/validation-family.ts';

/** Markers of enums. */
export const enumMarkers: readonly MarkerDefinition[] = [
  ...family(
    'Enum',
    listOf(any),
    'The only values that are allowed.',
    'ClusterIP;NodePort;LoadBalancer',
    (schema, values, whole) => {
      const odd = values.find((value) => !canHave(schema.type, value));
      if (odd !== undefined)
        return schema.type === 'array'
          ? 'it is about the list as a whole; for its elements write +kubebuilder:validation:items:Enum=Small;Large'
          : `${stringifyJson(odd)} is not ${typeInWords(schema.type)}${schema.type === 'string' ? ': put it in double quotes' : ''}`;
      const problem = enumProblem(values, schema.enum, flatView(whole).enum);
      if (problem === undefined) schema.enum = values;
      return problem;
    },
    { decides: { on: 'enum' } },
  ),
  flagMarker(
    {
      name: 'k8s:enum',
      targets: ['type'],
      summary:
        'Sorts the values of an enum, or of a union of texts. No other values are allowed, with or without the marker.',
      example: '+k8s:enum',
      decides: { on: 'enum' },
    },
    { on: 'schema', priority: USUAL, items: false, apply: sortEnum },
  ),
];

/** Sorts the values of k8s:enum by their JSON in Go. */
function sortEnum(schema: JsonSchemaProps, whole: JsonSchemaProps): string | undefined {
  const values = schema.enum;
  if (values === undefined) {
    return flatView(whole).enum === undefined
      ? "it needs a closed set of values: write a union such as 'A' | 'B', or an enum"
      : 'the values are those of another declaration: put the marker there';
  }
  if (values.some((value) => typeof value !== 'string')) return 'it needs an enum of texts';
  const asGo = (value: JsonValue): string => stringifyJson(value, { escapeHtml: true });
  schema.enum = values.toSorted((a, b) => compareUtf8(asGo(a), asGo(b)));
  return undefined;
}

/**
 * The problem of a marker's values for a type with an enum: `own` for an inline type, whose values the marker replaces,
 * `declared` for a declared type, whose values would override the marker's.
 */
function enumProblem(
  values: readonly JsonValue[],
  own: readonly JsonValue[] | undefined,
  declared: readonly JsonValue[] | undefined,
): string | undefined {
  const known = own ?? declared;
  if (known === undefined) return undefined;
  const isIn = (value: JsonValue, list: readonly JsonValue[]): boolean => list.some((other) => equalJson(value, other));
  const odd = values.find((value) => !isIn(value, known));
  if (odd !== undefined) return `${stringifyJson(odd)} is none of the values of the type`;
  const isSame = known.every((value) => isIn(value, values));
  if (own === undefined && !isSame)
    return 'the declared type has its own values, which win: put the marker on the declaration, or use another type';
  return undefined;
}

/** False if no value of this JSON type can equal the given value. */
function canHave(type: string | undefined, value: JsonValue): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    default:
      return true;
  }
}
