import type { JsonValue } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { ITEMS_PREFIX, type MarkerTarget, VALIDATION_PREFIX } from '@kb/codegen/importer';
import { type MarkerValues, printMarker } from './marker-text.ts';

/** The declarations that schema markers can be on. */
export type MarkedPlace = Exclude<MarkerTarget, 'folder'>;

/** The markers for a keyword of a schema. They check whether they fit its type. */
export interface KeywordMarkers {
  readonly keyword: keyof JsonSchemaProps;
  readonly lines: readonly string[];
}

/** The keywords whose value a validation marker takes, with its name. */
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

/** Returns the markers for every keyword of a schema except its description and its rules, in printing order. */
export function keywordMarkers(place: MarkedPlace, schema: JsonSchemaProps): readonly KeywordMarkers[] {
  const isField = place === 'field';
  const found: (KeywordMarkers | undefined)[] = [
    isField ? flag('nullable', schema, 'nullable') : undefined,
    schema.type === 'number' ? value('type', schema, `${VALIDATION_PREFIX}Type`) : undefined,
    flag('x-kubernetes-int-or-string', schema, `${VALIDATION_PREFIX}XIntOrString`),
    value('x-kubernetes-list-type', schema, 'listType'),
    listMapKeys(schema),
    value('x-kubernetes-map-type', schema, schema.properties === undefined ? 'mapType' : 'structType'),
    ...validations.map(([keyword, name]) =>
      isInBounds(keyword, schema) ? value(keyword, schema, `${VALIDATION_PREFIX}${name}`) : undefined,
    ),
    flag(
      'x-kubernetes-embedded-resource',
      schema,
      `${VALIDATION_PREFIX}${isField ? 'EmbeddedResource' : 'XEmbeddedResource'}`,
    ),
    flag('x-kubernetes-preserve-unknown-fields', schema, 'kubebuilder:pruning:PreserveUnknownFields'),
    value('title', schema, 'kubebuilder:title'),
    externalDocs(schema),
    isField ? value('default', schema, isScalar(schema.default) ? 'kubebuilder:default' : 'default') : undefined,
    isField ? value('example', schema, 'kubebuilder:example') : undefined,
  ];
  return found.filter((each) => each !== undefined);
}

/** The markers of a list for the keywords of its elements. */
export function itemMarkers({ items }: JsonSchemaProps): readonly KeywordMarkers[] {
  if (items === undefined) return [];
  return validations.flatMap(([keyword, name]) =>
    isInBounds(keyword, items) ? (value(keyword, items, `${ITEMS_PREFIX}${name}`) ?? []) : [],
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

/** The lines for a keyword; undefined if it is absent, or if no marker can express it. */
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

/** True for values that Go omits: the generator omits them too, except in patches. */
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

/** False for bounds that exclude every value: the generator reports such markers. */
function isInBounds(keyword: keyof JsonSchemaProps, schema: JsonSchemaProps): boolean {
  const pair = bounds.find((names) => names.some((name) => name === keyword));
  if (pair === undefined) return true;
  const [least, most] = [schema[pair[0]], schema[pair[1]]];
  if (least === undefined || most === undefined) return true;
  const isOpen = pair[0] === 'minimum' && (schema.exclusiveMinimum === true || schema.exclusiveMaximum === true);
  return least < most || (least === most && !isOpen);
}
