import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resultsOf } from '../../test-support/type-cases.ts';

const before = `
enum Level { Low = 'low', High = 'high' }
type Level2 = Level | 'mid';
interface Door { kind: 'door'; name: string; width?: int32; level: Level }
interface Gate { kind: 'gate'; bars: int32[]; inner?: Door | null }
type Entry = Door | Gate;
interface Tree { value: string; next?: Tree[]; entry: Entry }
interface Box<T, L = string> { content: T; label?: L }
type Pair<T> = [T, T];
type Deep<T> = T extends (infer E)[] ? Deep<E>[] : T extends object ? { readonly [K in keyof T]?: Deep<T[K]> } : T;
type Grow<T> = { more: Grow<T[]> };
const table = { a: 'one', b: 'two' } as const;
class Clerk { name = '' }
`;

const key = fc.constantFrom(
  "'name'",
  "'kind'",
  "'a'",
  "'kind' | 'name'",
  'keyof Door',
  'keyof Entry',
  'string',
  'number',
  'never',
  'Level',
  '`x${string}`',
);
const { type } = fc.letrec<{ type: string }>((tie) => {
  const inner = tie('type');
  return {
    type: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(
        'string',
        'int32',
        'boolean',
        'Level',
        'Level.Low',
        "'a'",
        '1',
        'true',
        'null',
        'undefined',
        'Door',
        'Gate',
        'Entry',
        'Tree',
        'Level2',
        'Quantity',
        'Time',
        'SecretKeySelector',
        'PodSpec',
        'unknown',
        'any',
        'never',
        'number',
        'object',
        '{}',
        'Clerk',
        'symbol',
        'bigint',
        '() => void',
        'typeof table',
        'RawExtension',
        'ObjectMeta',
        'Missing',
        'Date',
      ),
      inner.map((of) => `(${of})[]`),
      fc.tuple(inner, inner).map(([a, b]) => `(${a}) | (${b})`),
      fc.tuple(inner, inner).map(([a, b]) => `(${a}) & (${b})`),
      fc.tuple(inner, inner).map(([a, b]) => `{ kind: 'x'; a: ${a} } | { kind: 'y'; b?: ${b} }`),
      fc.tuple(inner, inner).map(([a, b]) => `{ a: ${a}; b?: ${b} }`),
      fc
        .tuple(
          fc.constantFrom(
            'Partial',
            'Required',
            'Readonly',
            'NonNullable',
            'Box',
            'Pair',
            'Deep',
            'Grow',
            'Array',
            'Extract',
            'Uppercase',
          ),
          inner,
        )
        .map(([name, of]) => `${name}<${of}>`),
      fc.tuple(fc.constantFrom('Pick', 'Omit'), inner, key).map(([name, of, keys]) => `${name}<${of}, ${keys}>`),
      fc.tuple(key, inner).map(([keys, of]) => `Record<${keys}, ${of}>`),
      fc.tuple(inner, key).map(([of, keys]) => `(${of})[${keys}]`),
      fc.tuple(key, inner).map(([keys, of]) => `{ [K in ${keys}]: ${of} }`),
      fc.tuple(inner, inner).map(([a, b]) => `[${a}, ...(${b})[]]`),
      fc.tuple(inner, inner, inner).map(([a, b, c]) => `(${a}) extends (${b}) ? (${c}) : (${a})`),
      inner.map((of) => `\`a-\${${of}}\``),
      inner.map((of) => `(typeof table)[${of}]`),
    ),
  };
});

test('any type has a schema or an error with a place and a hint', async () => {
  const types = fc.sample(type, { numRuns: 250, seed: 11 });
  const results = await resultsOf(types.map((one) => ({ type: one, before })));
  // One error leaves out all files, so types without errors of their own are generated again.
  const good = types.filter((_, index) => results[index]?.diagnostics.length === 0);
  expect(good.length).toBeGreaterThan(25);
  const again = await resultsOf(good.map((one) => ({ type: one, before })));
  const without = good.filter((_, index) => again[index]?.schema === undefined);
  expect(without).toEqual([]);
  const found = results.flatMap(({ diagnostics }) => diagnostics);
  expect(found.filter(({ line, hint }) => line === 0 || hint === undefined)).toEqual([]);
});
