import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringifyJson } from '../codec/stringify-json.ts';
import { fieldInvalid } from '../field-error.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { equalJson } from '../json/equal-json.ts';
import { applyDefaults } from './apply-defaults.ts';
import { checkStructuralSchema } from './structural/check-structural-schema.ts';
import { coerceMetadata } from './coerce-metadata.ts';
import { decodeSchema } from './decode-schema.ts';
import type { JsonSchemaProps } from './json-schema-props.ts';
import { pruneNonNullableNulls, pruneUnknown } from './prune.ts';
import { hasRules, unrecognizedFormatsOf } from './schema-walk.ts';
import {
  type JudgeObject,
  validateCustomResource,
  type ValidateCustomResourceOptions,
} from './validate/validate-custom-resource.ts';
import { validateEmbeddedResources } from './validate/validate-embedded-resources.ts';
import { validateListTypes } from './validate/validate-list-types.ts';
import { validateSchema, validateSchemaUpdate } from './validate/validate-schema.ts';

const KEYS = ['a', 'b', 'c', '__proto__', 'constructor', 'metadata', 'kind'];
const key = fc.constantFrom(...KEYS);

/** Any JSON, with keys that schemas name and keys with a meaning in JavaScript. */
const { value: anyValue } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.integer({ min: -3, max: 9 }),
    fc.constantFrom(1.5, 2n ** 60n),
    fc.constantFrom('', 'x', 'long', '2020-01-02'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((entries) => objectOf(entries)),
  ),
}));

function objectOf<T extends JsonValue>(entries: readonly (readonly [string, T])[]): { [key: string]: T } {
  const object = {};
  for (const [name, value] of entries)
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  return object;
}

/** Any structural schema; defaults are added to scalars only, and are valid. */
const { schema: anySchema } = fc.letrec<{ schema: JsonSchemaProps }>((tie) => {
  const common = fc.record(
    { nullable: fc.boolean(), 'x-kubernetes-preserve-unknown-fields': fc.constantFrom(undefined, undefined, true) },
    { requiredKeys: [] },
  );
  const clean = (schema: object): JsonSchemaProps => JSON.parse(JSON.stringify(schema)) as JsonSchemaProps;
  return {
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc
        .record({
          type: fc.constant('string'),
          maxLength: fc.constantFrom(undefined, 3),
          default: fc.constantFrom(undefined, 'x', ''),
          nullable: fc.boolean(),
        })
        .map(clean),
      fc
        .record({
          type: fc.constant('integer'),
          minimum: fc.constantFrom(undefined, 0),
          default: fc.constantFrom(undefined, 5),
        })
        .map(clean),
      fc.record({ type: fc.constant('boolean'), default: fc.constantFrom(undefined, false) }).map(clean),
      fc.constant<JsonSchemaProps>({ 'x-kubernetes-int-or-string': true }),
      fc.constant<JsonSchemaProps>({ 'x-kubernetes-preserve-unknown-fields': true }),
      fc
        .record({
          type: fc.constant('array'),
          items: tie('schema'),
          'x-kubernetes-list-type': fc.constantFrom(undefined, 'atomic'),
        })
        .map(clean),
      fc
        .tuple(common, tie('schema'))
        .map(([more, entries]) => clean({ ...more, type: 'object', additionalProperties: entries })),
      fc
        .tuple(common, fc.array(fc.tuple(key, tie('schema')), { maxLength: 4 }), fc.boolean(), fc.boolean())
        .map(([more, properties, embedded, withDefault]): JsonSchemaProps => ({
          ...clean(more),
          type: 'object',
          properties: objectOf(properties as unknown as [string, JsonObject][]) as { [name: string]: JsonSchemaProps },
          ...(embedded && { 'x-kubernetes-embedded-resource': true }),
          ...(withDefault && { default: {} }),
        })),
    ),
  };
});

/** Runs `change` on a deeply frozen value, so that any write throws. */
function onFrozen<T>(value: JsonValue, change: (value: JsonValue) => T): T {
  const before = stringifyJson(value);
  const result = change(deepFreeze(value));
  expect(stringifyJson(value)).toBe(before);
  return result;
}

function deepFreeze(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  for (const child of Object.values(value)) deepFreeze(child);
  Object.freeze(value);
  return value;
}

describe('pruning and defaulting, of any value by any schema', () => {
  test('pruning is idempotent, returns the same value when nothing is dropped, and reports everything it drops', () => {
    fc.assert(
      fc.property(anySchema, anyValue, fc.boolean(), (schema, value, isResourceRoot) => {
        const dropped: string[] = [];
        const pruned = onFrozen(value, (frozen) =>
          pruneUnknown(schema, frozen, { isResourceRoot, onPruned: (path) => dropped.push(path) }),
        );
        expect(pruneUnknown(schema, pruned, { isResourceRoot, onPruned: () => expect.unreachable() })).toBe(pruned);
        expect(pruned === value).toBe(equalJson(pruned, value));
        // At a root that is not a resource, the API server drops apiVersion, kind and metadata silently.
        expect(pruned === value || !isResourceRoot || dropped.length > 0).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('pruning of nulls is idempotent', () => {
    fc.assert(
      fc.property(anySchema, anyValue, (schema, value) => {
        const pruned = onFrozen(value, (frozen) => pruneNonNullableNulls(schema, frozen));
        expect(pruneNonNullableNulls(schema, pruned)).toBe(pruned);
        expect(pruned === value).toBe(equalJson(pruned, value));
      }),
      { numRuns: 500 },
    );
  });

  test('defaulting is idempotent, keeps existing values, and adds nothing that pruning would drop', () => {
    fc.assert(
      fc.property(anySchema, anyValue, (schema, value) => {
        const completed = onFrozen(value, (frozen) => applyDefaults(schema, frozen));
        expect(applyDefaults(schema, completed)).toBe(completed);
        expect(completed === value).toBe(equalJson(completed, value));
        const pruned = pruneUnknown(schema, value);
        const both = applyDefaults(schema, pruned);
        expect(pruneUnknown(schema, both)).toBe(both);
      }),
      { numRuns: 500 },
    );
  });

  test('a valid value stays valid', () => {
    fc.assert(
      fc.property(anySchema, anyValue, (schema, value) => {
        fc.pre(validateSchema(schema, value).length === 0);
        const stored = applyDefaults(schema, pruneNonNullableNulls(schema, pruneUnknown(schema, value)));
        expect(validateSchema(schema, stored)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('validation never throws, is deterministic, and finds no errors in an unchanged value', () => {
    fc.assert(
      fc.property(anySchema, anyValue, anyValue, (schema, value, old) => {
        const errors = onFrozen(value, (frozen) => validateSchema(schema, frozen, 'spec'));
        expect(validateSchema(schema, value, 'spec')).toEqual(errors);
        const texts = errors.map((error) => `${error.field}: ${error.message}`);
        expect(new Set(texts).size).toBe(texts.length);
        for (const error of validateSchemaUpdate(schema, value, old, 'spec')) expect(errors).toContainEqual(error);
        validateListTypes(schema, value);
        validateEmbeddedResources(schema, value);
        onFrozen(value, (frozen) => coerceMetadata(schema, frozen));
      }),
      { numRuns: 500 },
    );
  });
});

describe('an update', () => {
  const schema: JsonSchemaProps = {
    type: 'object',
    properties: { size: { type: 'integer', maximum: 3 }, note: { type: 'string' } },
    not: { properties: { size: { maximum: 2 } }, required: ['size'] },
  };

  test('is not refused for what has not changed', () => {
    const old = { size: 5, note: 'a' };
    expect(validateSchemaUpdate(schema, old, old)).toEqual([]);
    expect(validateSchema(schema, old)).toHaveLength(1);
  });

  test('ratchets in no branch of a junctor: the unchanged size fits none', () => {
    expect(validateSchemaUpdate(schema, { size: 5, note: 'b' }, { size: 5, note: 'a' })).toEqual([]);
    const small = validateSchemaUpdate(schema, { size: 2, note: 'b' }, { size: 2, note: 'a' });
    expect(small.map(({ message }) => message)).toEqual(['Invalid value: "": "" must not validate the schema (not)']);
  });
});

describe('hostile input', () => {
  const deep = (levels: number): JsonValue => {
    let value: JsonValue = {};
    for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? { a: value } : [value];
    return value;
  };
  const recursive: JsonSchemaProps = { type: 'object', properties: {} };
  recursive.properties = { a: { type: 'array', items: recursive } };

  test('is limited in depth', () => {
    const value = deep(5001);
    for (const walk of [
      () => pruneUnknown(recursive, value),
      () => applyDefaults(recursive, value),
      () => pruneNonNullableNulls(recursive, value),
      () => validateSchema(recursive, value),
    ]) {
      expect(walk).toThrow('exceeded max depth');
    }
    expect(pruneUnknown(recursive, deep(901))).toEqual(deep(901));
  });

  test('cannot reach prototypes', () => {
    const schema: JsonSchemaProps = {
      type: 'object',
      properties: { spec: { type: 'object', properties: { a: { type: 'string', default: 'x' } } } },
    };
    const sent = JSON.parse(
      '{"__proto__":{"a":1},"spec":{"constructor":{"x":1},"__proto__":{"polluted":true}}}',
    ) as JsonObject;
    const dropped: string[] = [];
    const pruned = pruneUnknown(schema, sent, { isResourceRoot: true, onPruned: (path) => dropped.push(path) });
    expect(dropped).toEqual(['__proto__', 'spec.constructor', 'spec.__proto__']);
    expect(stringifyJson(applyDefaults(schema, pruned))).toBe('{"spec":{"a":"x"}}');
    const named = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string","default":"d"}},"required":["toString"]}',
    ) as JsonSchemaProps;
    const completed = applyDefaults(named, {});
    expect(stringifyJson(completed)).toBe('{"__proto__":"d"}');
    expect(Object.getPrototypeOf(completed)).toBe(Object.prototype);
    expect(validateSchema(named, completed)).toEqual([
      { type: 'FieldValueRequired', field: 'toString', message: 'Required value' },
    ]);
  });

  test('never breaks the check of schemas', () => {
    const keyword = fc.constantFrom(
      'type',
      'properties',
      'items',
      'allOf',
      'not',
      'required',
      'enum',
      'default',
      'additionalProperties',
      'pattern',
      'format',
      'nullable',
      'x-kubernetes-validations',
      'x-kubernetes-list-type',
      'x-kubernetes-list-map-keys',
      'x-kubernetes-embedded-resource',
      'maximum',
      'externalDocs',
      'foo',
      '$ref',
      'definitions',
    );
    const { schema } = fc.letrec<{ schema: JsonValue }>((tie) => ({
      schema: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom<JsonValue>(null, true, 5, 'object', 'array', '(', ['a'], {}),
        fc.dictionary(keyword, tie('schema'), { maxKeys: 4 }),
        fc.array(tie('schema'), { maxLength: 2 }),
      ),
    }));
    fc.assert(
      fc.property(schema, (sent) => {
        const decoded = decodeSchema(sent);
        if (decoded.schema !== undefined) {
          checkStructuralSchema(decoded.schema, 'x', { statusSubresource: true });
          hasRules(decoded.schema);
        }
        expect(decoded.problem ?? 'boolean or JSON schema expected').toMatch(
          /^json: cannot unmarshal|^boolean or JSON schema expected$/,
        );
      }),
      { numRuns: 1000 },
    );
  });
});

describe('hasRules and unrecognizedFormatsOf', () => {
  test('search the whole schema', () => {
    const rule = { rule: 'true' };
    const schema: JsonSchemaProps = {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            l: {
              type: 'array',
              items: {
                type: 'object',
                additionalProperties: { type: 'string', format: 'bar', 'x-kubernetes-validations': [rule] },
              },
            },
            s: { type: 'string', format: 'foo' },
            t: { type: 'string', format: 'date' },
            i: { type: 'integer', format: 'date' },
          },
        },
      },
    };
    expect(hasRules(schema)).toBe(true);
    expect(unrecognizedFormatsOf(schema)).toEqual(['bar', 'foo', 'date']);
    expect(hasRules({ type: 'object', allOf: [{ 'x-kubernetes-validations': [rule] }] })).toBe(false);
  });

  test('take a format by the type that int-or-string does not allow', () => {
    const intOrString = { 'x-kubernetes-int-or-string': true };
    expect(unrecognizedFormatsOf({ ...intOrString, type: 'number', format: 'double' })).toEqual([]);
    expect(unrecognizedFormatsOf({ ...intOrString, format: 'double' })).toEqual(['double']);
  });
});

describe('validateCustomResource', () => {
  const schema: JsonSchemaProps = {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        required: ['image'],
        properties: {
          image: { type: 'string' },
          tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        },
      },
      status: { type: 'object', properties: { replicas: { type: 'integer' } } },
    },
  };

  test('reports all errors in the order of the API server', () => {
    const errors = validateCustomResource(schema, { spec: { tags: ['a', 'a'] }, status: { replicas: 'x' } });
    expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'spec.image: Required value',
      'status.replicas: Invalid value: "string": status.replicas in body must be of type integer: "string"',
      'spec.tags[1]: Duplicate value: "a"',
    ]);
  });

  test('validates only the status when the status is written', () => {
    const object: JsonObject = { spec: {}, status: { replicas: 'x' } };
    expect(
      validateCustomResource(schema, object, { subresource: 'status' }).map(
        ({ field, message }) => `${field}: ${message}`,
      ),
    ).toEqual(['status.replicas: Invalid value: "string": replicas in body must be of type integer: "string"']);
    expect(validateCustomResource(schema, { spec: {} }, { subresource: 'status' })).toEqual([]);
  });

  test('lets rules judge what is right otherwise', () => {
    const ruled: JsonSchemaProps = { ...schema, 'x-kubernetes-validations': [{ rule: 'false' }] };
    const judgedOld: unknown[] = [];
    const warnings: string[] = [];
    const judge: JudgeObject = ({ oldValue }) => {
      judgedOld.push(oldValue);
      return { errors: [fieldInvalid('spec', 1, 'broken')], warnings: ['kept'] };
    };
    const errorsOf = (object: JsonObject, options: ValidateCustomResourceOptions = {}): string[] =>
      validateCustomResource(ruled, object, { judge, warn: (text) => warnings.push(text), ...options }).map(
        ({ field, message }) => `${field}: ${message}`,
      );
    const old: JsonObject = { spec: { image: 'old' } };
    expect(errorsOf({ spec: { image: 'x' } }, { old })).toEqual(['spec: Invalid value: 1: broken']);
    expect(errorsOf({ spec: {} })).toEqual([
      'spec.image: Required value',
      expect.stringMatching(/^<nil>: Invalid value: null: some validation rules were not checked because/),
    ]);
    expect([judgedOld, warnings]).toEqual([[old], ['kept']]);
  });
});
