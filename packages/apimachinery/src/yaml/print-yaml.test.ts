import fc from 'fast-check';
import type { JsonValue } from '../json.ts';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { printYaml, printYamlDocument } from './print-yaml.ts';

describe('printYaml', () => {
  test.each<[name: string, value: Parameters<typeof printYaml>[0], text: string]>([
    ['a mapping', { b: 1, a: 'x' }, 'a: x\nb: 1\n'],
    ['a list under a key, not indented', { list: ['a', 'b'] }, 'list:\n- a\n- b\n'],
    ['mappings in a list', { list: [{ b: 1, a: 2 }] }, 'list:\n- a: 2\n  b: 1\n'],
    ['a list in a list', { list: [['a', 'b'], []] }, 'list:\n- - a\n  - b\n- []\n'],
    ['empty values', { a: {}, b: [], c: '', d: null }, 'a: {}\nb: []\nc: ""\nd: null\n'],
    [
      'keys in natural order',
      { x10: 1, x2: 1, X1: 1, a: 1, $ref: 1, '1': 1 },
      '$ref: 1\n"1": 1\nX1: 1\na: 1\nx2: 1\nx10: 1\n',
    ],
    [
      'strings that look like other types',
      { a: 'yes', b: '1', c: '1e3', d: 'null', e: '2024-01-15', f: '12:30', g: '0x1f' },
      'a: "yes"\nb: "1"\nc: "1e3"\nd: "null"\ne: "2024-01-15"\nf: "12:30"\ng: "0x1f"\n',
    ],
    [
      'strings that look like syntax',
      { a: '- x', b: 'a: b', c: 'a #b', d: '*x', e: ' x', f: "it's: x" },
      "a: '- x'\nb: 'a: b'\nc: 'a #b'\nd: '*x'\ne: ' x'\nf: 'it''s: x'\n",
    ],
    [
      'strings that only resemble syntax',
      { a: '-x', b: 'a:b', c: 'a#b', d: 'it"s', e: 'x, [y]' },
      'a: -x\nb: a:b\nc: a#b\nd: it"s\ne: x, [y]\n',
    ],
    [
      'lines',
      { a: 'x\ny', b: 'x\ny\n', c: ' x\ny', d: 'x\n\n' },
      'a: |-\n  x\n  y\nb: |\n  x\n  y\nc: |2-\n   x\n  y\nd: |+\n  x\n\n',
    ],
    ['lines that cannot be a block', { a: 'x \ny', b: 'a\tb' }, 'a: "x \\ny"\nb: "a\\tb"\n'],
    [
      'numbers',
      { a: 1.5, b: 100000, c: 1e21, d: 1234567.5, e: 0.00001, f: -0, g: 9007199254740993n },
      'a: 1.5\nb: 100000\nc: 1e+21\nd: 1.2345675e+06\ne: 1e-05\nf: 0\ng: 9007199254740993\n',
    ],
    ['a key that does not fit on a line', { ['k'.repeat(130)]: [1] }, `? ${'k'.repeat(130)}\n: - 1\n`],
    ['a key like any other', JSON.parse('{"__proto__": {"a": 1}}'), '__proto__:\n  a: 1\n'],
    ['a plain string', 'x', 'x\n'],
  ])('%s', (_, value, text) => {
    expect(printYaml(value)).toBe(text);
  });

  test('folds at the first single space past column 80', () => {
    const words = Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ');
    expect(printYaml({ a: { text: words, quoted: `: ${words}` } })).toBe(
      [
        'a:',
        "  quoted: ': word0 word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11",
        '    word12 word13 word14 word15 word16 word17 word18 word19 word20 word21 word22 word23',
        "    word24 word25 word26 word27 word28 word29'",
        '  text: word0 word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11',
        '    word12 word13 word14 word15 word16 word17 word18 word19 word20 word21 word22 word23',
        '    word24 word25 word26 word27 word28 word29',
        '',
      ].join('\n'),
    );
  });

  test('throws for values that JSON cannot represent', () => {
    expect(() => printYaml({ a: Number.NaN })).toThrow(RangeError);
  });

  test('the output reads as the value', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'yes',
        '~',
        '',
        ' ',
        '  ',
        '- a',
        ': b',
        'a #b',
        '---',
        '...',
        '<<',
        '\t',
        '\ufeff',
        '\u2028',
        '\u0085',
        '\u00a0',
        '\r',
        '"',
        "'",
        '?',
        '0o17',
        '1_0',
        '😀',
        '|',
        '%',
        '@',
        '`',
      ),
      fc.string({ maxLength: 30 }),
      fc.string({ unit: 'binary', maxLength: 10 }),
      fc.lorem({ maxCount: 30 }),
    );
    const text = fc.oneof(
      word,
      fc.array(word, { maxLength: 20 }).map((words) => words.join(' ')),
      fc.array(word, { maxLength: 5 }).map((lines) => lines.join('\n')),
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(text, tie('value'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(value, (original) => {
        const json = JSON.stringify(original);
        // Repeated mappings, here and at other indentations, are printed from the cache.
        const repeated = (item: JsonValue): JsonValue => ({ a: item, b: { c: item, d: [item, { e: item }] }, f: item });
        const [shared, apart] = [repeated(JSON.parse(json)), JSON.parse(JSON.stringify(repeated(JSON.parse(json))))];
        expect(printYaml(shared)).toBe(printYaml(apart));
        expect(printYaml(shared)).toBe(printYaml(apart));
        // Keys are compared as strings: the reader would read some of them as numbers, but only in flow style.
        expect(JSON.stringify(sorted(parse(printYaml(JSON.parse(json)))))).toBe(
          JSON.stringify(sorted(JSON.parse(json))),
        );
      }),
      { numRuns: 2000 },
    );
  });

  test('a document begins with its marker', () => {
    expect(printYamlDocument({ a: 'x' })).toBe('---\na: x\n');
    expect(printYamlDocument('x\n')).toBe('---\n|\n  x\n');
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)]);
}
