import fc from 'fast-check';
import { leaf, type Sort, type TypeTree } from './type-tree.ts';

/** Generates random type expressions, the same for the same seed. */
export function randomTypes(seed: number, count: number): TypeTree[] {
  return fc.sample(anything, { seed, numRuns: count });
}

type Arbitrary = fc.Arbitrary<TypeTree>;
type Weighted = fc.MaybeWeightedArbitrary<TypeTree>;

const fieldNames = ['a', 'b', 'name', 'kind', 'note', 'level', 'code'];
const someNames = fc
  .uniqueArray(fc.constantFrom(...fieldNames), { minLength: 1, maxLength: 3 })
  .map((names) => names.map((name) => `'${name}'`).join(' | '));

/** Declared types, with their fields. */
const basesWithFields = [
  ['Door', ["'name'", "'name' | 'width'", "'level' | 'note'", "'note'"]],
  ['Part', ["'a'", "'a' | 'b'", "'b' | 'c'", "'c'"]],
  ['Lock', ["'code' | 'mode'", "'kind' | 'since'", "'mode'"]],
  ['Gate', ["'inner'", "'bars' | 'inner'", "'kind' | 'bars'"]],
  ['Size', ["'least'", "'port' | 'least'", "'name' | 'port'"]],
] as const;
const chosen = fc.constantFrom(...basesWithFields.flatMap(([name, keys]) => keys.map((key) => [name, key] as const)));

/** Puts generated expressions between texts: `around('object', ['Box<', '>'], any)`. */
function around(sort: Sort, texts: readonly string[], ...inner: readonly Arbitrary[]): Arbitrary {
  return fc.tuple(...inner).map((parts): TypeTree => ({ sort, texts, inner: parts }));
}

function leaves(sort: Sort, ...texts: readonly string[]): Arbitrary {
  return fc.constantFrom(...texts).map((text) => leaf(sort, text));
}

const { anything } = fc.letrec<{ anything: TypeTree; object: TypeTree }>((tie) => {
  const any = tie('anything');
  const object = tie('object');
  const withNames = (before: string, of: Arbitrary, after: (names: string) => string): Arbitrary =>
    fc
      .tuple(of, someNames)
      .map(([inner, names]): TypeTree => ({ sort: 'object', texts: [before, after(names)], inner: [inner] }));
  const mapped = (...names: readonly string[]): Weighted[] =>
    names.map((name) => around('object', [`${name}<`, '>'], object));
  const condition = (sort: Sort, result: Arbitrary): Arbitrary =>
    around(sort, ['(', ') extends (', ') ? (', ') : (', ')'], any, any, result, result);
  return {
    anything: fc.oneof(
      { depthSize: 'small' },
      leaves(
        'any',
        'string',
        'int32',
        'boolean',
        'Level',
        "'a' | 'b'",
        "'b' | 'c'",
        'Mode',
        'Words',
        '1 | 2',
        'Level.Low',
      ),
      leaves(
        'any',
        'int64',
        'IntOrString',
        'Quantity',
        'Time',
        '`v${int32}`',
        'Entry',
        'unknown',
        "Lock['code']",
        "Lock['mode']",
        "Part['c']",
        "Gate['inner']",
        "Entry['kind']",
      ),
      { weight: 5, arbitrary: object },
      { weight: 3, arbitrary: around('any', ['(', ') | null'], any) },
      around('any', ['(', ')[]'], any),
      around('any', ['readonly (', ')[]'], any),
      around('any', ['(', ') | undefined'], any),
      around('any', ['Record<string, ', '>'], any),
      around('any', ['Maybe<', '>'], any),
      around('any', ['NonNullable<', '>'], any),
      around('any', ['WithoutNull<', '>'], any),
      around('any', ['OrNull<', '>'], any),
      around('any', ['ElementOf<', '>'], any),
      around('any', ['IfObject<', '>'], any),
      around('any', ['Exclude<', ', null>'], any),
      around('any', ['Exclude<', ", 'a'>"], any),
      around('any', ['Extract<', ', string | null>'], any),
      around('any', ['ValueOf<', '>'], object),
      around('any', ['Pair<', '>'], any),
      around('any', ['[', ', ', '?]'], any, any),
      around('any', ['IfWhole<', ', ', ', ', '>'], any, any, any),
      around('any', ['IfText<', ', ', ', ', '>'], any, any, any),
      around('any', ['IfNull<', ', ', ', ', '>'], any, any, any),
      around('any', ['Alike<', ', ', '>'], any, any),
      around('any', ['(', ') & (', ')'], any, any),
      around('any', ["{ kind: 'x'; a: ", " } | { kind: 'y'; b?: ", ' }'], any, any),
      around('any', ['{ a: ', ' } | { b: ', ' }'], any, any),
      condition('any', any),
    ),
    object: fc.oneof(
      { depthSize: 'small' },
      leaves('object', 'Door', 'Part', 'Gate', 'Lock', 'Size', 'Wide', 'SecretKeySelector'),
      around('object', ['{ a: ', ' }'], any),
      { weight: 2, arbitrary: around('object', ['{ a: ', '; b?: ', ' }'], any, any) },
      around('object', ['{ readonly name: ', '; a?: (', ') | null }'], any, any),
      around('object', ["Record<'a' | 'b', ", '>'], any),
      around('object', ['Box<', '>'], any),
      around('object', ['Box<', ', ', '>'], any, any),
      around('object', ["{ [K in 'a' | 'b']: ", ' }'], any),
      around('object', ["{ [K in 'a' | 'name']?: (", ') | null }'], any),
      ...mapped('Partial', 'Required', 'Readonly', 'Nulls', 'Loose', 'Filled', 'Whole', 'NonNulls', 'Same', 'Copy'),
      ...mapped('Listed', 'Texts', 'Boxed', 'Named', 'TextsOf', 'Deep', 'DeepNull'),
      withNames('Omit<', object, (names) => `, ${names}>`),
      withNames(
        'Pick<',
        around('object', ['{ a: ', '; b?: (', ') | null; name: string }'], any, any),
        () => `, 'a' | 'b'>`,
      ),
      chosen.map(([name, keys]) => leaf('object', `Pick<${name}, ${keys}>`)),
      chosen.map(([name, keys]) => leaf('object', `Soft<${name}, ${keys}>`)),
      chosen.map(([name, keys]) => leaf('object', `SoftNull<${name}, ${keys}>`)),
      chosen.map(([name, keys]) => leaf('object', `{ [K in ${keys}]?: ${name}[K] | null }`)),
      chosen.map(([name, keys]) => leaf('object', `Omit<${name}, ${keys}> & { [K in ${keys}]: ${name}[K] | null }`)),
      chosen.map(([name]) => leaf('object', `{ [K in keyof ${name}]: ${name}[K] | null }`)),
      chosen.map(([name]) =>
        leaf('object', `{ [K in keyof ${name}]?: ${name}[K] extends string ? ${name}[K] | null : ${name}[K] }`),
      ),
      { weight: 2, arbitrary: around('object', ['(', ') & (', ')'], object, object) },
      around('object', ['Omit<', ", 'a'> & { a: (", ') | null }'], object, any),
      around('object', ['Omit<', ", 'a' | 'note'> & { note?: ", ' }'], object, any),
      around('object', ['Replaced<', ', ', '>'], object, object),
      condition('object', object),
    ),
  };
});
