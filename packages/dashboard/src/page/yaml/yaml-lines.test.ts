import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { yamlLines, type YamlLine } from './yaml-lines.ts';

function textOf(lines: readonly YamlLine[]): string {
  return lines
    .map(({ indent, dashes, key, value }) => {
      const text = [key === undefined ? undefined : `${key}:`, value].filter((part) => part !== undefined).join(' ');
      return `${' '.repeat(indent)}${dashes}${text}`;
    })
    .join('\n');
}

test('lists and objects are laid out as kubectl does', () => {
  const value = { a: [{ b: 1, c: [[true]] }, 'x'], d: {}, e: [], f: { g: 'one\ntwo\n' } };
  expect(textOf(yamlLines(value))).toBe(
    ['a:', '- b: 1', '  c:', '  - - true', '- x', 'd: {}', 'e: []', 'f:', '  g: |', '    one', '    two'].join('\n'),
  );
});

test('lines know their fields', () => {
  const lines = yamlLines({ spec: { ports: [{ port: 80 }] } });
  expect(lines.map(({ path }) => path)).toEqual([['spec'], ['spec', 'ports'], ['spec', 'ports', 0, 'port']]);
});

test('what is written can be read again', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('yes', '1e3', '0x1', 'a: b', '- a', '2024-01-01', 'a\n b\n', '\n\n'),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, text, fc.integer(), fc.boolean(), fc.constant(null), tie('list'), tie('object')),
    list: fc.array(tie('value'), { maxLength: 3 }),
    object: fc.dictionary(text, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  }));
  fc.assert(
    fc.property(fc.dictionary(text, value, { noNullPrototype: true }), (object) => {
      expect(parse(textOf(yamlLines(object)), { maxAliasCount: 0 })).toEqual(object);
    }),
  );
});
