import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { equalJson } from '../json/equal-json.ts';
import { hashJson } from '../json/hash-json.ts';
import type { JsonValue } from '../json.ts';
import { extractFields } from '../managed-fields/field-sets/extract-fields.ts';
import { fieldSetOfValue } from '../managed-fields/values/to-field-set.ts';
import { applied, owners, updated } from '../managed-fields/test-support/widgets.ts';
import { valueTypeOf } from '../managed-fields/values/value-type.ts';
import { isConditionTrue, removeCondition, setCondition } from '../metadata/conditions.ts';
import { createJsonPatch } from '../patch/create-json-patch.ts';
import { applyJsonPatch } from '../patch/json-patch.ts';
import { applyMergePatch, createMergePatch } from '../patch/merge-patch.ts';
import { applyStrategicMergePatch } from '../patch/strategic-merge-patch.ts';
import { applyDefaults } from '../schema/apply-defaults.ts';
import type { JsonSchemaProps } from '../schema/json-schema-props.ts';
import { pruneUnknown } from '../schema/prune.ts';
import { validateSchema, validateSchemaUpdate } from '../schema/validate/validate-schema.ts';
import { printYaml } from '../yaml/print-yaml.ts';
import { formatFieldValue } from './go-format.ts';
import { parseJson } from './parse-json.ts';
import { createSharedJsonReader } from './shared-json.ts';
import { stringifyJson } from './stringify-json.ts';

const big = fc.oneof(
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 53n) }),
);
const value: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    big,
    fc.integer(),
    fc.string({ maxLength: 3 }),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('value'), { maxKeys: 3 }),
  ),
})).value;

/** A custom object with integers that may exceed 2^53 wherever its schema allows them. */
const object = fc.record({
  apiVersion: fc.constant('x.test/v1'),
  kind: fc.constant('Thing'),
  metadata: fc.record({ name: fc.constant('a'), generation: big }),
  spec: fc
    .dictionary(fc.constantFrom('a', 'b'), value, { maxKeys: 2 })
    .chain((spec) => big.map((n) => ({ ...spec, n }))),
});

const schema: JsonSchemaProps = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    spec: {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { n: { type: 'integer', format: 'int64' }, d: { type: 'integer', default: 1 } },
    },
  },
};

/** Encodes and decodes a value, as on the way to the API server and back. */
const overTheWire = (sent: unknown): JsonValue => parseJson(stringifyJson(sent));

describe('integers past 2^53 in objects', () => {
  test('keep every digit, however the text is read and written', () => {
    fc.assert(
      fc.property(object, (thing) => {
        const shared = createSharedJsonReader();
        for (const options of [{}, { sortKeys: true }, { indent: 2 }, { escapeHtml: true }]) {
          const text = stringifyJson(thing, options);
          expect(text).toContain(`${thing.metadata.generation}`);
          expect(parseJson(text)).toEqual(thing);
          expect(shared.read(new TextEncoder().encode(text))).toEqual(thing);
        }
        expect(printYaml(thing)).toContain(`generation: ${thing.metadata.generation}\n`);
        expect(formatFieldValue(thing.spec.n)).toBe(`${thing.spec.n}`);
      }),
    );
  });

  test('are equal, hash and clone by value', () => {
    fc.assert(
      fc.property(object, object, (one, other) => {
        expect(equalJson(one, structuredClone(one))).toBe(true);
        expect(hashJson(one) === hashJson(other)).toBe(equalJson(one, other));
        const next: unknown = { ...one, spec: { ...one.spec, n: one.spec.n + (one.spec.n > 0n ? -1n : 1n) } };
        expect([equalJson(one, next), hashJson(one) === hashJson(next)]).toEqual([false, false]);
      }),
    );
  });

  test('a bigint that holds a small integer equals the number that the server returns for it', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (n) => {
        const made = { spec: { n: [BigInt(n)] } };
        const read = parseJson(stringifyJson(made));
        expect([equalJson(made, read), equalJson(read, made)]).toEqual([true, true]);
        expect(hashJson(made)).toBe(hashJson(read));
        expect(createMergePatch({ spec: { n } }, { spec: { n: BigInt(n) } })).toEqual({});
        for (const other of [BigInt(n) + 1n, Number.NaN, 0.5, `${n}`, null, {}])
          expect(equalJson(BigInt(n), other)).toBe(false);
      }),
    );
    expect(equalJson(2n ** 53n, 2 ** 53)).toBe(false);
  });

  test('are patched exactly by every kind of patch', () => {
    fc.assert(
      fc.property(object, object, (from, to) => {
        const operations = overTheWire(createJsonPatch(from, to));
        expect(applyJsonPatch(from, operations as never)).toEqual(to);
        const merge = overTheWire(createMergePatch(from, { ...to, spec: { n: to.spec.n } }));
        expect(applyMergePatch(from, merge)).toMatchObject({ metadata: to.metadata, spec: { n: to.spec.n } });
        const strategic = applyStrategicMergePatch(from, { spec: { n: to.spec.n, a: null } }, schema);
        expect(strategic).toMatchObject({ metadata: from.metadata, spec: { n: to.spec.n } });
      }),
    );
  });

  test('are validated, defaulted, pruned and owned like other integers', () => {
    fc.assert(
      fc.property(object, object, (thing, old) => {
        expect(validateSchema(schema, thing)).toEqual([]);
        expect(validateSchemaUpdate(schema, thing, old)).toEqual([]);
        const least: JsonSchemaProps = { type: 'object', properties: { n: { type: 'integer', minimum: 0 } } };
        expect(validateSchema(least, { n: thing.spec.n })).toHaveLength(thing.spec.n < 0n ? 1 : 0);
        expect(applyDefaults(schema, structuredClone(thing))).toEqual({ ...thing, spec: { d: 1, ...thing.spec } });
        expect(pruneUnknown(schema, structuredClone(thing))).toEqual(thing);
        const type = valueTypeOf(schema);
        const owned = { apiVersion: thing.apiVersion, kind: thing.kind, spec: { n: thing.spec.n } };
        expect(extractFields(thing, fieldSetOfValue(type, owned))).toMatchObject({ spec: { n: thing.spec.n } });
      }),
    );
  });

  test('can be in conditions', () => {
    fc.assert(
      fc.property(big, big, (before, now) => {
        const condition = { type: 'Ready', status: 'True', reason: 'R', message: '' } as const;
        const set = setCondition([], { ...condition, observedGeneration: before }, 0);
        expect(setCondition(set, { ...condition, observedGeneration: before }, 1)).toBe(set);
        const [next] = setCondition(set, { ...condition, observedGeneration: now }, 1);
        expect([next?.observedGeneration, next?.lastTransitionTime]).toEqual([now, '1970-01-01T00:00:00Z']);
        expect([isConditionTrue(set, 'Ready'), removeCondition(set, 'Ready')]).toEqual([true, []]);
      }),
    );
  });
});

test('integers past 2^53 are owned, and change owners when they change', () => {
  fc.assert(
    fc.property(big, big, (before, now) => {
      const live = applied(undefined, 'm1', { size: before });
      expect(live['spec']).toEqual({ size: before });
      const changed = updated(live, 'm2', { size: now });
      expect(changed['spec']).toEqual({ size: now });
      expect(Object.keys(owners(changed))).toEqual([before === now ? 'm1 Apply' : 'm2 Update']);
    }),
  );
});
