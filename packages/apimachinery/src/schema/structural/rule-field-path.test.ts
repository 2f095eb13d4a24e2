import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { ruleFieldPath } from './rule-field-path.ts';

const text: JsonSchemaProps = { type: 'string' };
const schema: JsonSchemaProps = {
  type: 'object',
  properties: {
    a: text,
    o: { type: 'object', properties: { 'b.c': text, "d'e": text, '': text } },
    m: { type: 'object', additionalProperties: { type: 'object', properties: { f: text } } },
    any: { type: 'object', additionalProperties: true },
    l: { type: 'array', items: text },
  },
};

test.each([
  ['.a', 'a'],
  ["['a']", 'a'],
  [".o['b.c']", 'o.b.c'],
  [".o['d\\'e']", "o.d'e"],
  [".o['']", 'o[]'],
  ['.m.key', 'm[key]'],
  [".m['k.l'].f", 'm[k.l].f'],
  ['.any.key', 'any[key]'],
])('%s leads to %s', (path, found) => {
  expect(ruleFieldPath(path, schema)).toBe(found);
});

test.each([
  '.',
  '..',
  'a',
  '.a.',
  '.a.b',
  '.missing',
  '.l[0]',
  ".l['0']",
  '.o.b.c',
  '.any.key.more',
  "['a",
  "['a'",
  "['a']]",
  "[']",
  '[a]',
  ".'a'",
  "['\\x']",
  ' ',
])('%s leads nowhere', (path) => {
  expect(ruleFieldPath(path, schema)).toBeUndefined();
});

test('of a map alone, a key comes first', () => {
  expect(ruleFieldPath('.key.f', schema.properties?.['m'] ?? {})).toBe('[key].f');
});

test('any path leads somewhere or nowhere', () => {
  const part = fc.constantFrom('.', '[', ']', "'", '\\', 'a', 'o', 'm', '', '\n');
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const found = ruleFieldPath(parts.join(''), schema);
      expect(found === '').toBe(parts.join('') === '');
    }),
  );
});
