import type { JsonSchemaProps, JsonValue, ValidationRule } from '@kb/apimachinery';
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

/** Runs before the others: what changes the type that the others check. */
export const early = 9;
/** Where most markers run. */
export const usual = 10;

const prefix = 'kubebuilder:validation:';
const itemsPrefix = 'kubebuilder:validation:items:';
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
  ),
  ...family(
    'UniqueItems',
    bool,
    'No two elements are equal. The API server refuses it in CRDs: use listType=set.',
    'true',
    (schema, value) => {
      if (schema.type !== 'array') return mismatch('a list', schema);
      schema.uniqueItems = value;
      return undefined;
    },
  ),
  ...family(
    'Enum',
    listOf(any),
    'The only values that are allowed.',
    'ClusterIP;NodePort;LoadBalancer',
    (schema, values) => {
      const odd = values.find((value) => !canHave(schema.type, value));
      if (odd !== undefined)
        return `${JSON.stringify(odd)} is no ${schema.type}${typeof odd === 'string' ? '' : ': put it in double quotes'}`;
      schema.enum = values;
      return undefined;
    },
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
    early,
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
        const known = reasons.find((name) => name === reason);
        if (reason !== undefined && known === undefined) return `the reason is one of ${reasons.join(', ')}`;
        const validation: ValidationRule = {
          rule,
          ...(message !== undefined && { message }),
          ...(messageExpression !== undefined && { messageExpression }),
          ...(known !== undefined && { reason: known }),
          ...(fieldPath !== undefined && { fieldPath }),
          ...(optionalOldSelf !== undefined && { optionalOldSelf }),
        };
        return description.schemaEffect(usual, (schema) => {
          (schema['x-kubernetes-validations'] ??= []).push(validation);
        });
      },
    ),
  ),
];

type Apply = (schema: JsonSchemaProps) => string | undefined | void;

/** What the two forms of a marker of the family differ in. */
interface Form {
  readonly name: string;
  readonly targets: readonly ['type', 'field'];
  readonly example: string;
  readonly schemaEffect: (priority: number, apply: Apply) => MarkerEffect;
}

function forms(name: string, argument: string, make: (form: Form) => MarkerDefinition): MarkerDefinition[] {
  return [false, true].map((items) => {
    const fullName = `${items ? itemsPrefix : prefix}${name}`;
    return make({
      name: fullName,
      targets: ['type', 'field'],
      example: `+${fullName}${argument}`,
      schemaEffect: (priority, apply) => ({
        on: 'schema',
        priority,
        items,
        apply: (schema) => apply(schema) ?? undefined,
      }),
    });
  });
}

function family<T>(
  name: string,
  value: Typed<T>,
  summary: string,
  example: string,
  apply: (schema: JsonSchemaProps, value: T) => string | undefined | void,
  priority = usual,
): MarkerDefinition[] {
  return forms(name, `=${example}`, (form) =>
    valueMarker({ ...form, summary }, value, (given) => form.schemaEffect(priority, (schema) => apply(schema, given))),
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
    if (schema.type === 'integer' && !Number.isInteger(value))
      return `${value} is no whole number, and the type is integer`;
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
  const found =
    schema['x-kubernetes-int-or-string'] === true ? 'a number or text' : (schema.type ?? 'a value of no one type');
  return `it needs ${wanted}, and this is ${found}`;
}

function isNumeric({ type }: JsonSchemaProps): boolean {
  return type === 'integer' || type === 'number';
}

function isText(schema: JsonSchemaProps): boolean {
  return schema.type === 'string' || schema['x-kubernetes-int-or-string'] === true;
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
    default:
      return true;
  }
}
