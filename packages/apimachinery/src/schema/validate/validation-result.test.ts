import { expect, test } from 'vitest';
import { fieldInvalid } from '../../field-error.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { validateSchema, validateSchemaUpdate } from './validate-schema.ts';
import { ENOUGH_ERRORS, ValidationResult } from './validation-result.ts';

const KEYS = 12_000;
const RATIO = 4;

/** Adds errors with this text, and returns how many were made. */
function made(result: ValidationResult, count: number, text = ''): number {
  let calls = 0;
  for (let index = 0; index < count; index += 1) {
    result.add(() => {
      calls += 1;
      return fieldInvalid(`f${index}`, 1, text);
    });
  }
  return calls;
}

test('makes no more errors than are listed, and one', () => {
  const result = new ValidationResult();
  expect(made(result, 3 * ENOUGH_ERRORS)).toBe(ENOUGH_ERRORS + 1);
  expect([result.isFull, result.isValid]).toEqual([true, false]);
});

test('makes no more text than is listed', () => {
  expect(made(new ValidationResult(), 100, 'x'.repeat(1024 * 1024))).toBeLessThan(10);
});

test('makes no error that is only counted', () => {
  const result = new ValidationResult(true);
  expect(made(result, 10)).toBe(0);
  expect([result.isFull, result.isValid, result.errors]).toEqual([false, false, []]);
});

test('has room again for errors after it has forgotten some', () => {
  const result = new ValidationResult();
  made(result, 5);
  const mark = result.mark();
  made(result, 3 * ENOUGH_ERRORS, 'other');
  expect(result.hasMoreThan(mark)).toBe(true);
  result.forget(mark);
  expect([result.hasMoreThan(mark), result.isFull, result.errors.length]).toEqual([false, false, 5]);
  expect(made(result, 5)).toBe(5);
  expect(result.errors.length).toBe(5);
});

/** An object with so many numbers that counts how often they are read. */
function counted(value: number): { readonly object: Record<string, number>; readonly reads: () => number } {
  let reads = 0;
  const numbers = Object.fromEntries(Array.from({ length: KEYS }, (_, index) => [`k${index}`, value]));
  const object = new Proxy(numbers, {
    get: (target, key) => {
      reads += 1;
      return Reflect.get(target, key) as unknown;
    },
  });
  return { object, reads: () => reads };
}

/** A schema of maps in a branch of a branch of a branch. */
function joined(levels: number): JsonSchemaProps {
  return levels === 0 ? { additionalProperties: { maximum: 0 } } : { anyOf: [joined(levels - 1)] };
}

test('reads the values of nested branches as often as the branches are deep, and those once more that are listed', () => {
  const readsOf = (levels: number): number => {
    const { object, reads } = counted(1);
    const errors = validateSchema(
      { type: 'object', additionalProperties: { type: 'integer' }, ...joined(levels) },
      object,
    );
    expect(errors.length).toBeGreaterThan(ENOUGH_ERRORS);
    return reads();
  };
  // Twice as deep may be four times the work, not 2^8 times.
  expect(readsOf(16)).toBeLessThanOrEqual(RATIO * readsOf(8));
});

test('an update is judged although what has not changed has more errors than are listed', () => {
  const schema: JsonSchemaProps = {
    type: 'object',
    properties: {
      a: { type: 'object', additionalProperties: { type: 'integer', maximum: 0 } },
      b: { type: 'integer', maximum: 0 },
    },
  };
  const a = Object.fromEntries(Array.from({ length: KEYS }, (_, index) => [`k${index}`, 1]));
  expect(validateSchemaUpdate(schema, { a: { ...a }, b: 0 }, { a, b: 1 })).toEqual([]);
  const [error, ...others] = validateSchemaUpdate(schema, { a: { ...a }, b: 2 }, { a, b: 1 });
  expect([error?.field, others]).toEqual(['b', []]);
  expect(validateSchemaUpdate(schema, { a: { ...a, more: 1 }, b: 2 }, { a, b: 1 }).map(({ field }) => field)).toEqual([
    'a.more',
    'b',
  ]);
});
