import type { JsonValue } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { count, flag, listOf, number, objectOf, type Shape, shapeProblem, text, texts } from './json-shape.ts';

describe('shapeProblem', () => {
  test.each<[problem: string, given: JsonValue, shape: Shape]>([
    ['it is text, and this is true or false', true, text],
    ['it is text, and this is a list', ['a'], text],
    ['it is text, and this is an object', { a: 1 }, text],
    ['it is true or false, and this is text', 'a', flag],
    ['it is text, and this is a whole number', 1, text],
    ['it is text, and this is a whole number', 2n ** 53n + 1n, text],
    ['it is text, and this is a number', 1.5, text],
    ['it is a whole number, and this is a number', 1.5, count],
    ['it is a number, and this is text', 'a', number],
    ['it is a list of texts, and this is text', 'a', texts],
    ['it[1] is text, and this is a whole number', ['a', 1], texts],
    ['it[1] is null, which is not allowed in a list', ['a', null], texts],
    ['it.a[0] is text, and this is a whole number', { a: [1] }, objectOf('an object', [[texts, 'a']])],
    ['it[0][0] is text, and this is a whole number', [[1]], listOf(texts, 'a list of lists')],
  ])('reports: %s', (problem, given, shape) => {
    expect(shapeProblem(given, shape, 'it')).toBe(problem);
  });

  test.each<[what: string, given: JsonValue, shape: Shape]>([
    ['null, which a patch removes', null, text],
    ['text', 'a', text],
    ['a number that only a bigint holds', 2n ** 53n + 1n, number],
    ['a whole number', 3, count],
    ['an object with unknown members', { a: ['b'], unknown: 1 }, objectOf('an object', [[texts, 'a']])],
  ])('accepts %s', (_, given, shape) => {
    expect(shapeProblem(given, shape, 'it')).toBeUndefined();
  });
});
