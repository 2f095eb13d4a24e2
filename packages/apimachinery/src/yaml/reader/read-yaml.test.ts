// The values are results of sigs.k8s.io/yaml; `npm run conformance -- yaml` compares many more.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printYaml } from '../print-yaml.ts';
import { readYaml } from './read-yaml.ts';

/** The value of a text, or its error with where it begins and ends. */
function read(text: string): unknown {
  const { value, problem } = readYaml(text);
  return problem === undefined ? value : `${problem.at.start}-${problem.at.end}: ${problem.message}`;
}

describe('accepts what Go accepts, with the same value', () => {
  test.each<[string, string, unknown]>([
    ["a quoted text that continues at its key's column", "a:\n  b: 'x\n  y'\n", { a: { b: 'x y' } }],
    ['a quoted text that continues before it', 'a:\n  b: "x\ny\\\n z"\n', { a: { b: 'x yz' } }],
    ['a list in brackets that continues before its key', 'a:\n  b: [\n1,\n2\n]\n', { a: { b: [1, 2] } }],
    ['a list at the column of its key', 'a:\n- 1\n-\n- - 2\n', { a: [1, null, [2]] }],
    ['an object in a list in brackets', '[a: 1, b]\n', [{ a: 1 }, 'b']],
    ['keys without values', '{a, b: , "c":1}', { a: null, b: null, c: 1 }],
    ['a comment right after a quoted value', 'a: "x"#c\n', { a: 'x' }],
    ['tabs after a value', 'a: x\t# c\nb:\t1\n', { a: 'x', b: 1 }],
    ['tags that Go does not know', 'a: !x b\nc: !y {d: 1}\n', { a: 'b', c: { d: 1 } }],
    [
      'tags that give the type of a text',
      'a: !!str 1\nb: !!float 1\nc: !!binary aGk=\nd: !!str',
      { a: '1', b: 1, c: 'hi', d: '' },
    ],
    [
      'anchors, aliases and merge keys',
      'a: &x {b: 1}\nc: *x\nd: {<<: *x, e: 2}\n',
      { a: { b: 1 }, c: { b: 1 }, d: { b: 1, e: 2 } },
    ],
    ['a merge key after the field that it sets', 'a: &x {b: 1}\nd: {b: 2, <<: *x}\n', { a: { b: 1 }, d: { b: 1 } }],
    ['carriage returns as line breaks', 'a: 1\rb: |\r  x\r  y\r', { a: 1, b: 'x\ny\n' }],
    ['separators of lines', 'a: 1\u2028b: "x\u2029 y"\u0085', { a: 1, b: 'x\u2029y' }],
    ['nothing', '# Nothing\n', null],
    ['a byte order mark', '\uFEFFa: 1\n', { a: 1 }],
    ['directives', '%YAML 1.1\n%TAG ! tag:yaml.org,2002:\n---\na: !str 1\n', { a: '1' }],
  ])('%s', (_, text, value) => {
    expect(read(text)).toEqual(value);
  });

  test.each<[string, unknown]>([
    ['yes', true],
    ['Off', false],
    ['yEs', 'yEs'],
    ['~', null],
    ['0644', 420],
    ['0o17', 15],
    ['089', 89],
    ['-0b11', -3],
    ['1_000', 1000],
    ['9223372036854775807', 9223372036854775807n],
    ['18446744073709551615', 2 ** 64],
    ['1e400', '1e400'],
    ['.5', 0.5],
    ['1.', 1],
    ['+.inf.', '+.inf.'],
    ['2001-01-01', '2001-01-01'],
    ['1:20', '1:20'],
    ['=', '='],
    ['<<', '<<'],
    ['-a', '-a'],
    ['a#b', 'a#b'],
    ['a:b', 'a:b'],
  ])('the plain text %s', (text, value) => {
    expect(read(`- ${text}\n`)).toEqual([value]);
  });

  test.each<[string, string, unknown]>([
    ['literal', '|\n  a\n   b\n\n  c\n', 'a\n b\n\nc\n'],
    ['folded', '>\n  a\n  b\n\n  c\n   d\n  e\n', 'a b\nc\n d\ne\n'],
    ['without its last break', '|-\n  a\n\n', 'a'],
    ['with all its breaks', '|+\n  a\n\n', 'a\n\n'],
    ['with an indentation', '|2\n   a\n', ' a\n'],
    ['with both', '>1-\n  a\n', ' a'],
    ['that is empty', '|\n', ''],
  ])('a block that is %s', (_, text, value) => {
    expect(read(`a: ${text}`)).toEqual({ a: value });
  });
});

describe('rejects what Go rejects, with position and reason', () => {
  test.each([
    ['a: b: c\n', '4-5: there is a colon with a space after it inside a value'],
    ['a: 1\n  b: 2\n', '8-9: there is a colon with a space after it inside a value'],
    ['a:\n  b: 1\n c: 2\n', '11-11: a key is expected here'],
    ['a:\n\tb: 1\n', '3-4: there is a tab where the line is indented'],
    ['a: 1\nb\nc: 2\n', '5-6: a key is expected here, with a colon and a space after it'],
    ['a: @b\n', '3-4: nothing can begin with @ here'],
    ['a: "b\n', '3-4: the text that this quote begins has no end'],
    ['a: "\\q"\n', '4-6: YAML does not know the escape \\q'],
    ['a: "\\u12"\n', '4-10: \\u has to be followed by the 4 hexadecimal digits of a character'],
    ['a: [1, 2\n', '9-10: a comma or ] is missing'],
    ['a: {b: 1]\n', '8-9: a comma or } is expected here'],
    ['a: |x\n', '4-5: after | the line can only have its indicators and a comment'],
    ['a: *b\n', '3-5: the alias "b" has no anchor before it'],
    ['a: &b [*b]\n', '7-9: the alias "b" is inside the value that it refers to'],
    ['a: .nan\n', '3-7: JSON has no number ".nan"'],
    ['a: !!int b\n', '9-10: the tag says that this is a whole number, and it is a text'],
    ['a: !b!c d\n', "3-7: the tag's handle !b! is declared nowhere"],
    ['{a: 1}: 2\n', '0-6: a key of an object is text, and this is something else'],
    ['~: 2\n', '0-1: a key of an object is text, and this is nothing'],
    ['%YAML 1.2\n---\na: 1\n', '0-9: this says that it is YAML 1.2; expected 1.1'],
    ['a: \u0007\n', '3-4: YAML does not allow the character U+0007'],
    ['- a\nb: 1\n', '4-4: an item of the list, a line that begins with -, is expected here'],
  ])('%j', (text, said) => {
    expect(read(text)).toContain(said);
  });
});

describe('rejects what Go silently accepts', () => {
  test.each([
    ['a: 1\na: 2\n', '5-6: the key "a" is there twice'],
    ['a: 1\n"a": 2\n', '5-8: the key "a" is there twice'],
    ['{a: 1} b\n', '7-8: the document ends before this'],
    ['  a: 1\nb: 2\n', '7-7: the document ends before this'],
    ['a: 1\n---\nb: 2\n', '5-8: the document ends before this'],
  ])('%j', (text, said) => {
    expect(read(text)).toContain(said);
  });
});

test('rejects deep nesting of every kind', () => {
  for (const text of ['['.repeat(3000), '{a: '.repeat(3000), '- '.repeat(3000), '? '.repeat(3000)])
    expect(read(text)).toContain('this is nested more than 1000 levels deep');
  const lines = Array.from({ length: 700 }, (_, depth) => `${' '.repeat(depth)}${depth % 2 === 0 ? 'a:' : '- '}`);
  expect(read(`${lines.join('\n')}\n`)).not.toContain('levels deep');
});

test('rejects aliases that expand exponentially', () => {
  const lines = 'abcdefghi'.split('').map((name, index, names) => {
    const items = index === 0 ? '1' : Array.from({ length: 10 }, () => `*${names[index - 1]}`).join(', ');
    return `${name}: &${name} [${items}]`;
  });
  expect(read(lines.join('\n'))).toContain('the aliases of this document expand to more than any manifest holds');
});

/** Integers past 2^53 as JavaScript's own reader has them. */
function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withNumbers(child)]));
}

test('printed values are read back unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const json: unknown = JSON.parse(JSON.stringify(value));
      expect(withNumbers(read(printYaml(json as Parameters<typeof printYaml>[0])))).toEqual(json);
    }),
  );
});

test('reads JSON as YAML, if its strings have no YAML line breaks', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = JSON.stringify(value).replace(
        /[\u007f-\u009f\u2028\u2029\uFFFE\uFFFF]/g,
        (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
      fc.pre(!/"[^"]{1000,}":/.test(text));
      expect(withNumbers(read(text))).toEqual(JSON.parse(text));
    }),
  );
});
