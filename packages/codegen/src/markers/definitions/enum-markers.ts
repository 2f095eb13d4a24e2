import {
  compareUtf8,
  equalJson,
  isJsonObject,
  type JsonSchemaProps,
  type JsonValue,
  stringifyJson,
} from '@kb/apimachinery';
import { any, flagMarker, listOf } from '../define-marker.ts';
import type { MarkerDefinition } from '../marker-definition.ts';
import { usual } from '../priorities.ts';
import { flatView } from '../schema-view.ts';
import { typeInWords } from '../schema-words.ts';
import { family } from '../validation-family.ts';

/** Markers of the only values that are allowed. */
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
      summary: 'Sorts the values of an enum, or of a union of texts. They are closed sets without the marker too.',
      example: '+k8s:enum',
      decides: { on: 'enum' },
    },
    { on: 'schema', priority: usual, items: false, apply: sortEnum },
  ),
];

/** The values of k8s:enum are sorted as the JSON that Go writes. */
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
 * A list of values beside that of a type: `own` when the type is written in place, where the marker's can take its
 * place, `declared` else, where it would be lost.
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

/** False when a value of this JSON type can never be that value. */
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
