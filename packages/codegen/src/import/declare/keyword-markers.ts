import type { JsonSchemaProps, JsonValue } from '@kb/apimachinery';
import type { MarkerTarget } from '../../markers/marker-definition.ts';
import { itemsPrefix, validationPrefix } from '../../markers/validation-family.ts';
import { type MarkerValues, printMarker } from './marker-text.ts';

/** What markers of schemas stand on. */
export type MarkedPlace = Exclude<MarkerTarget, 'folder'>;

/** The markers that say a keyword of a schema. Whether they fit its type is for them to say. */
export interface KeywordMarkers {
  readonly keyword: keyof JsonSchemaProps;
  readonly lines: readonly string[];
}

/** Keywords that markers of the validation family say by their value, and the names of these. */
const validations: readonly (readonly [keyword: keyof JsonSchemaProps, name: string])[] = [
  ['format', 'Format'],
  ['enum', 'Enum'],
  ['minimum', 'Minimum'],
  ['exclusiveMinimum', 'ExclusiveMinimum'],
  ['maximum', 'Maximum'],
  ['exclusiveMaximum', 'ExclusiveMaximum'],
  ['multipleOf', 'MultipleOf'],
  ['minLength', 'MinLength'],
  ['maxLength', 'MaxLength'],
  ['pattern', 'Pattern'],
  ['minItems', 'MinItems'],
  ['maxItems', 'MaxItems'],
  ['minProperties', 'MinProperties'],
  ['maxProperties', 'MaxProperties'],
];

/** Markers for every keyword of a schema but its description and its rules, in the order in which they are printed. */
export function keywordMarkers(place: MarkedPlace, schema: JsonSchemaProps): readonly KeywordMarkers[] {
  const isField = place === 'field';
  const found: (KeywordMarkers | undefined)[] = [
    isField ? flag('nullable', schema, 'nullable') : undefined,
    schema.type === 'number' ? value('type', schema, `${validationPrefix}Type`) : undefined,
    flag('x-kubernetes-int-or-string', schema, `${validationPrefix}XIntOrString`),
    value('x-kubernetes-list-type', schema, 'listType'),
    listMapKeys(schema),
    value('x-kubernetes-map-type', schema, schema.properties === undefined ? 'mapType' : 'structType'),
    ...validations.map(([keyword, name]) =>
      isInBounds(keyword, schema) ? value(keyword, schema, `${validationPrefix}${name}`) : undefined,
    ),
    flag(
      'x-kubernetes-embedded-resource',
      schema,
      `${validationPrefix}${isField ? 'EmbeddedResource' : 'XEmbeddedResource'}`,
    ),
    flag('x-kubernetes-preserve-unknown-fields', schema, 'kubebuilder:pruning:PreserveUnknownFields'),
    value('title', schema, 'kubebuilder:title'),
    externalDocs(schema),
    isField ? value('default', schema, isScalar(schema.default) ? 'kubebuilder:default' : 'default') : undefined,
    isField ? value('example', schema, 'kubebuilder:example') : undefined,
  ];
  return found.filter((each) => each !== undefined);
}

/** Markers of a list for the keywords of its elements. */
export function itemMarkers({ items }: JsonSchemaProps): readonly KeywordMarkers[] {
  if (items === undefined) return [];
  return validations.flatMap(([keyword, name]) =>
    isInBounds(keyword, items) ? (value(keyword, items, `${itemsPrefix}${name}`) ?? []) : [],
  );
}

function value(keyword: keyof JsonSchemaProps, schema: JsonSchemaProps, name: string): KeywordMarkers | undefined {
  return markers(keyword, schema, (given) => [printMarker(name, { '': given })]);
}

function flag(keyword: keyof JsonSchemaProps, schema: JsonSchemaProps, name: string): KeywordMarkers | undefined {
  return markers(keyword, schema, (given) => [given === true ? printMarker(name) : undefined]);
}

function listMapKeys(schema: JsonSchemaProps): KeywordMarkers | undefined {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  return markers('x-kubernetes-list-map-keys', schema, () => keys.map((key) => printMarker('listMapKey', { '': key })));
}

function externalDocs(schema: JsonSchemaProps): KeywordMarkers | undefined {
  const { url, description } = schema.externalDocs ?? {};
  const values: MarkerValues = { url, description };
  return markers('externalDocs', schema, () => [printMarker('kubebuilder:externalDocs', values)]);
}

/** The lines of a keyword that is there; undefined where it is not, or no marker can say it. */
function markers(
  keyword: keyof JsonSchemaProps,
  schema: JsonSchemaProps,
  print: (given: JsonValue) => readonly (string | undefined)[],
): KeywordMarkers | undefined {
  const given = schema[keyword];
  if (given === undefined || (keyword !== 'default' && isNothing(given))) return undefined;
  // The values of all keywords are JSON.
  const lines = print(given as JsonValue);
  const printed = lines.filter((line) => line !== undefined);
  return printed.length === lines.length && lines.length > 0 ? { keyword, lines: printed } : undefined;
}

/** What Go does not write: the generator does not either, unless a patch says it. */
function isNothing(given: unknown): boolean {
  return given === false || given === '' || (Array.isArray(given) && given.length === 0);
}

function isScalar(given: JsonValue | undefined): boolean {
  return given !== undefined && typeof given !== 'object';
}

const bounds = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** False for bounds that no value is between: as markers they would be reported. */
function isInBounds(keyword: keyof JsonSchemaProps, schema: JsonSchemaProps): boolean {
  const pair = bounds.find((names) => names.some((name) => name === keyword));
  if (pair === undefined) return true;
  const [least, most] = [schema[pair[0]], schema[pair[1]]];
  if (least === undefined || most === undefined) return true;
  const isOpen = pair[0] === 'minimum' && (schema.exclusiveMinimum === true || schema.exclusiveMaximum === true);
  return least < most || (least === most && !isOpen);
}
