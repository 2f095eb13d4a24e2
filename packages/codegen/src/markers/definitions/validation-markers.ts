import {
  compareUtf8,
  compilePattern,
  equalJson,
  type JsonSchemaProps,
  type JsonValue,
  PatternError,
  stringifyJson,
  type ValidationRule,
} from '@kb/apimachinery';
import {
  any,
  bool,
  flagMarker,
  int,
  listOf,
  namedMarker,
  number,
  optional,
  string,
  type Typed,
  valueMarker,
} from '../define-marker.ts';
import type { MarkerDefinition, MarkerEffect } from '../marker-definition.ts';
import { flatView } from '../schema-view.ts';

/** Runs before the others: what changes the type that the others check. */
export const early = 9;
/** Where most markers run. */
export const usual = 10;

const prefix = 'kubebuilder:validation:';
const itemsPrefix = 'kubebuilder:validation:items:';
const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const reasons = ['FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate'] as const;

/** The family `kubebuilder:validation:…`, each also as `kubebuilder:validation:items:…` for the elements of a list. */
export const validationMarkers: readonly MarkerDefinition[] = [
  ...numeric('Maximum', 'maximum', 'The greatest value.', '100'),
  ...numeric('Minimum', 'minimum', 'The least value.', '0'),
  ...numeric('MultipleOf', 'multipleOf', 'The value is a multiple of this.', '5'),
  ...exclusive('ExclusiveMaximum', 'exclusiveMaximum', 'The maximum itself is not allowed.'),
  ...exclusive('ExclusiveMinimum', 'exclusiveMinimum', 'The minimum itself is not allowed.'),
  ...counted('MaxLength', 'maxLength', 'text', 'The greatest length, in characters.', '64'),
  ...counted('MinLength', 'minLength', 'text', 'The least length, in characters.', '1'),
  ...counted('MaxItems', 'maxItems', 'a list', 'The greatest number of elements.', '10'),
  ...counted('MinItems', 'minItems', 'a list', 'The least number of elements.', '1'),
  ...counted('MaxProperties', 'maxProperties', 'an object', 'The greatest number of properties.', '10'),
  ...counted('MinProperties', 'minProperties', 'an object', 'The least number of properties.', '1'),
  ...family(
    'Pattern',
    string,
    'A regular expression (RE2) that the text has to match.',
    '`^[a-z0-9-]+$`',
    (schema, value) => {
      if (!isText(schema)) return mismatch('text', schema);
      schema.pattern = value;
      return undefined;
    },
    { check: patternProblem },
  ),
  ...family(
    'UniqueItems',
    bool,
    'No two elements are equal. The API server refuses true in CRDs: +listType=set says the same.',
    'false',
    (schema, value) => {
      if (schema.type !== 'array') return mismatch('a list', schema);
      schema.uniqueItems = value;
      return undefined;
    },
    { check: (value) => (value ? 'the API server refuses it in CRDs: write +listType=set' : undefined) },
  ),
  ...family(
    'Enum',
    listOf(any),
    'The only values that are allowed.',
    'ClusterIP;NodePort;LoadBalancer',
    (schema, values, whole) => {
      const odd = values.find((value) => !canHave(schema.type, value));
      if (odd !== undefined)
        return schema.type === 'array'
          ? 'it is about the list as a whole: for its elements write +kubebuilder:validation:items:Enum'
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
      summary: 'Sorts the values of an enum, or of a union of texts. They are its only values without this too.',
      example: '+k8s:enum',
      decides: { on: 'enum' },
    },
    { on: 'schema', priority: usual, items: false, apply: sortEnum },
  ),
  ...family(
    'Format',
    string,
    "OpenAPI's format of the value.",
    'date-time',
    (schema, value) => void (schema.format = value),
  ),
  ...family(
    'Type',
    string,
    'Replaces the type: string, number, integer, boolean, array or object.',
    'string',
    (schema, value) => void (schema.type = value),
    {
      priority: early,
      check: (value) =>
        types.includes(value) ? undefined : `"${value}" is no type: expected one of ${types.join(', ')}`,
    },
  ),
  ...flags('XPreserveUnknownFields', 'Keeps fields that the schema does not name.', usual, (schema) => {
    schema['x-kubernetes-preserve-unknown-fields'] = true;
  }),
  ...flags(
    'XEmbeddedResource',
    'The value is an object of the API, with apiVersion, kind and metadata.',
    usual,
    (schema) => {
      schema['x-kubernetes-embedded-resource'] = true;
    },
  ),
  ...flags('XIntOrString', 'The value is a number or text.', early, (schema) => {
    schema['x-kubernetes-int-or-string'] = true;
  }),
  ...forms('XValidation', ':rule="self.min <= self.max",message="min is above max"', (description) =>
    namedMarker(
      { ...description, repeatable: true, summary: 'A CEL expression that has to be true.' },
      {
        rule: string,
        message: optional(string),
        messageExpression: optional(string),
        reason: optional(string),
        fieldPath: optional(string),
        optionalOldSelf: optional(bool),
      },
      ({ rule, message, messageExpression, reason, fieldPath, optionalOldSelf }) => {
        if (rule.trim() === '') return { argument: 'rule', message: 'the rule is empty' };
        const known = reasons.find((name) => name === reason);
        if (reason !== undefined && known === undefined)
          return { argument: 'reason', message: `"${reason}" is no reason: expected one of ${reasons.join(', ')}` };
        const validation: ValidationRule = {
          rule,
          ...(message !== undefined && message !== '' && { message }),
          ...(messageExpression !== undefined && messageExpression !== '' && { messageExpression }),
          ...(known !== undefined && { reason: known }),
          ...(fieldPath !== undefined && fieldPath !== '' && { fieldPath }),
          ...(optionalOldSelf !== undefined && { optionalOldSelf }),
        };
        return description.schemaEffect(usual, (schema) => addRule(schema, validation));
      },
    ),
  ),
];

/** Adds a rule behind those that a schema has. The list can be one that other schemas have too. */
export function addRule(schema: JsonSchemaProps, rule: ValidationRule): void {
  schema['x-kubernetes-validations'] = [...(schema['x-kubernetes-validations'] ?? []), rule];
}

type Apply = (schema: JsonSchemaProps, whole: JsonSchemaProps) => string | undefined | void;

/** What the two forms of a marker of the family differ in. */
interface Form {
  readonly name: string;
  readonly items: boolean;
  readonly targets: readonly ['type', 'field'];
  readonly example: string;
  readonly schemaEffect: (priority: number, apply: Apply) => MarkerEffect;
}

function forms(name: string, argument: string, make: (form: Form) => MarkerDefinition): MarkerDefinition[] {
  return [false, true].map((items) => {
    const fullName = `${items ? itemsPrefix : prefix}${name}`;
    return make({
      name: fullName,
      items,
      targets: ['type', 'field'],
      example: `+${fullName}${argument}`,
      schemaEffect: (priority, apply) => ({
        on: 'schema',
        priority,
        items,
        apply: (schema, whole) => apply(schema, whole) ?? undefined,
      }),
    });
  });
}

interface FamilyOptions<T> {
  /** Default: where most markers run. */
  readonly priority?: number;
  /** What is wrong with a value, whatever it stands on. */
  readonly check?: (value: T) => string | undefined;
  /** For the form without `items:`. */
  readonly decides?: MarkerDefinition['decides'];
}

function family<T>(
  name: string,
  value: Typed<T>,
  summary: string,
  example: string,
  apply: (schema: JsonSchemaProps, value: T, whole: JsonSchemaProps) => string | undefined | void,
  { priority = usual, check, decides }: FamilyOptions<T> = {},
): MarkerDefinition[] {
  return forms(name, `=${example}`, (form) =>
    valueMarker(
      { ...form, summary, ...(decides !== undefined && !form.items && { decides }) },
      value,
      (given) =>
        check?.(given) ??
        form.schemaEffect(priority, (schema, whole) => {
          const problem = apply(schema, given, whole) ?? undefined;
          const forElements =
            schema.type === 'array' && !form.items && /^it needs (?:text|a number)/.test(problem ?? '');
          return forElements ? `${problem}: for its elements write +${itemsPrefix}${name}` : problem;
        }),
    ),
  );
}

function flags(name: string, summary: string, priority: number, apply: Apply): MarkerDefinition[] {
  return forms(name, '', (form) => flagMarker({ ...form, summary }, form.schemaEffect(priority, apply)));
}

function numeric(
  name: string,
  key: 'maximum' | 'minimum' | 'multipleOf',
  summary: string,
  example: string,
): MarkerDefinition[] {
  return family(name, number, summary, example, (schema, value) => {
    if (!isNumeric(schema)) return mismatch('a number', schema);
    if (schema.type === 'integer' && !Number.isInteger(value)) return `${value} is no whole number, and this is one`;
    schema[key] = value;
    return undefined;
  });
}

function exclusive(name: string, key: 'exclusiveMaximum' | 'exclusiveMinimum', summary: string): MarkerDefinition[] {
  return family(name, bool, summary, 'true', (schema, value) => {
    if (!isNumeric(schema)) return mismatch('a number', schema);
    schema[key] = value;
    return undefined;
  });
}

function counted(
  name: string,
  key: 'maxLength' | 'minLength' | 'maxItems' | 'minItems' | 'maxProperties' | 'minProperties',
  of: 'text' | 'a list' | 'an object',
  summary: string,
  example: string,
): MarkerDefinition[] {
  return family(name, int, summary, example, (schema, value) => {
    const fits = of === 'text' ? isText(schema) : schema.type === (of === 'a list' ? 'array' : 'object');
    if (!fits) return mismatch(of, schema);
    if (value < 0) return `${value} is less than 0`;
    schema[key] = value;
    return undefined;
  });
}

/** What is wrong when a marker needs another type. */
export function mismatch(wanted: string, schema: JsonSchemaProps): string {
  const found = schema['x-kubernetes-int-or-string'] === true ? 'a number or text' : typeInWords(schema.type);
  return `it needs ${wanted}, and this is ${found}`;
}

/** A type of JSON Schema in words. */
export function typeInWords(type: string | undefined): string {
  return (
    (type !== undefined && Object.hasOwn(typeWords, type) ? typeWords[type] : undefined) ?? 'a value of no one type'
  );
}

const typeWords: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'text',
};

function isNumeric({ type }: JsonSchemaProps): boolean {
  return type === 'integer' || type === 'number';
}

function isText(schema: JsonSchemaProps): boolean {
  return schema.type === 'string' || schema['x-kubernetes-int-or-string'] === true;
}

function patternProblem(pattern: string): string | undefined {
  try {
    compilePattern(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return `the API server would not read the expression: ${error.message}`;
    throw error;
  }
}

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

/** A list of values beside that of a type: `own` when the type is written in place, where the marker's can take its place, `declared` else, where it would be lost. */
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
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return true;
  }
}
