import { bool, EARLY, integer, number, string, USUAL } from '../define/define-marker.ts';
import type { MarkerDefinition, ValueProblem } from '../define/marker-definition.ts';
import { patternProblem } from '../values/pattern-problem.ts';
import { isNumeric, isText, mismatch } from '../schema/schema-words.ts';
import { family, flags } from '../define/validation-family.ts';

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

/** The family `kubebuilder:validation:…`, each also as `kubebuilder:validation:items:…` for the elements of a list. */
export const validationMarkers: readonly MarkerDefinition[] = [
  ...numeric('Maximum', 'maximum', 'The maximum.', '100'),
  ...numeric('Minimum', 'minimum', 'The minimum.', '0'),
  ...numeric('MultipleOf', 'multipleOf', 'The value has to be a multiple of this number.', '5'),
  ...exclusive('ExclusiveMaximum', 'exclusiveMaximum', 'The maximum itself is not allowed.'),
  ...exclusive('ExclusiveMinimum', 'exclusiveMinimum', 'The minimum itself is not allowed.'),
  ...counted('MaxLength', 'maxLength', 'text', 'The maximum length, in characters.', '64'),
  ...counted('MinLength', 'minLength', 'text', 'The minimum length, in characters.', '1'),
  ...counted('MaxItems', 'maxItems', 'a list', 'The maximum number of elements.', '10'),
  ...counted('MinItems', 'minItems', 'a list', 'The minimum number of elements.', '1'),
  ...counted('MaxProperties', 'maxProperties', 'an object', 'The maximum number of properties.', '10'),
  ...counted('MinProperties', 'minProperties', 'an object', 'The minimum number of properties.', '1'),
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
    'No two elements are equal. The API server refuses true in CRDs: use +listType=set.',
    'false',
    (schema, value) => {
      if (schema.type !== 'array') return mismatch('a list', schema);
      schema.uniqueItems = value;
      return undefined;
    },
    { check: (value, items) => (value ? uniqueItemsProblem(items) : undefined) },
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
      priority: EARLY,
      check: (value) =>
        types.includes(value) ? undefined : `"${value}" is not a type: expected one of ${types.join(', ')}`,
    },
  ),
  ...flags('XPreserveUnknownFields', 'Keeps fields that the schema does not name.', USUAL, (schema) => {
    schema['x-kubernetes-preserve-unknown-fields'] = true;
  }),
  ...flags(
    'XEmbeddedResource',
    'The value is an object of the API, with apiVersion, kind and metadata.',
    USUAL,
    (schema) => {
      schema['x-kubernetes-embedded-resource'] = true;
    },
  ),
  ...flags('XIntOrString', 'The value is a number or text.', EARLY, (schema) => {
    schema['x-kubernetes-int-or-string'] = true;
  }),
];

function uniqueItemsProblem(items: boolean): ValueProblem {
  const hint = items
    ? 'declare the inner list as a type with // +listType=set above it, such as type Row = string[], and write Row[] here'
    : 'write // +listType=set in its place: the API server then refuses a list with two equal elements';
  return { argument: '', message: 'the API server refuses it in CRDs: write +listType=set', hint };
}

function numeric(
  name: string,
  key: 'maximum' | 'minimum' | 'multipleOf',
  summary: string,
  example: string,
): MarkerDefinition[] {
  return family(name, number, summary, example, (schema, value) => {
    if (!isNumeric(schema)) return mismatch('a number', schema);
    if (schema.type === 'integer' && !Number.isInteger(value)) return `${value} is not a whole number, and this is one`;
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
  return family(name, integer, summary, example, (schema, value) => {
    const fits = of === 'text' ? isText(schema) : schema.type === (of === 'a list' ? 'array' : 'object');
    if (!fits) return mismatch(of, schema);
    if (value < 0) return `${value} is less than 0`;
    schema[key] = value;
    return undefined;
  });
}
