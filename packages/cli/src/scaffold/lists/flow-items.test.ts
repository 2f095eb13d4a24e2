// Kustomizations in brackets, as JSON is: an edit changes the lines of its entry only.
import { expect, test } from 'vitest';
import { addResource } from './add-resource.ts';
import { addSequenceEntry, removeSequenceEntry, type SequenceEntry } from './sequence-entries.ts';

const json = (...lines: string[]): string => `{\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;

test.each<[name: string, before: string, after: string]>([
  [
    'at the end',
    json('"resources": [', '  "a",', '  "b"', ']'),
    json('"resources": [', '  "a",', '  "b",', '  "m"', ']'),
  ],
  [
    'in order',
    json('"resources": [', '  "a",', '  "z"', ']'),
    json('"resources": [', '  "a",', '  "m",', '  "z"', ']'),
  ],
  ['first', json('"resources": [', '  "z"', ']'), json('"resources": [', '  "m",', '  "z"', ']')],
  ['on one line', json('"resources": ["a","b"],', '"x": 1'), json('"resources": ["a","b", "m"],', '"x": 1')],
  ['on one line, in order', json('"resources": ["a", "z"]'), json('"resources": ["a", "m", "z"]')],
  ['to an empty list', json('"resources": [],', '"x": [ 1 ]'), json('"resources": ["m"],', '"x": [ 1 ]')],
  [
    'without the key',
    json('"namePrefix": "a-",', '"x": 1'),
    json('"namePrefix": "a-",', '"x": 1,', '"resources": ["m"]'),
  ],
  ['to an empty map', '{}\n', '{"resources": ["m"]}\n'],
  [
    'beside comments',
    '# Head.\nresources: [ # these\n  a, # first\n  # about b\n  b # last\n] # c\nx:   {a: 1}\n',
    '# Head.\nresources: [ # these\n  a, # first\n  # about b\n  b, # last\n  m\n] # c\nx:   {a: 1}\n',
  ],
  ['after a last comma', 'resources: [\n  "a",\n  "b",\n]\n', 'resources: [\n  "a",\n  "b",\n  "m",\n]\n'],
  ['after a last comma on its line', 'resources: [a, b,]\n', 'resources: [a, b, m,]\n'],
  [
    'with line breaks of Windows',
    '{\r\n  "resources": [\r\n    "a"\r\n  ]\r\n}\r\n',
    '{\r\n  "resources": [\r\n    "a",\r\n    "m"\r\n  ]\r\n}\r\n',
  ],
  ['with single quotes', "resources: ['a']\n", 'resources: [\'a\', "m"]\n'],
  ['an empty list of a document in lines', 'x:   {a: 1}\nresources: [] # c\n', 'x:   {a: 1}\nresources:\n- m # c\n'],
])('adds a resource %s, and does so once', (_name, before, after) => {
  expect(addResource(before, 'm')).toEqual({ text: after });
  expect(addResource(after, 'm')).toEqual({ text: after });
});

const patch = { path: 'm', target: { kind: 'K', name: 'n' } };

test.each<[name: string, before: string, entry: SequenceEntry, after: string]>([
  ['a component', json('"l": [', '  "a"', ']'), 'm', json('"l": [', '  "a",', '  "m"', ']')],
  ['the first component', json('"x": 1,', '"l": []'), 'm', json('"x": 1,', '"l": ["m"]')],
  [
    'a patch',
    json('"l": [', '  { "path": "a" }', ']'),
    patch,
    json('"l": [', '  { "path": "a" },', '  { "path": "m", "target": { "kind": "K", "name": "n" } }', ']'),
  ],
  ['a patch without quotes', 'l: [{path: a}]\n', patch, 'l: [{path: a}, { path: m, target: { kind: K, name: n } }]\n'],
])('adds %s, and removes it', (_name, before, entry, after) => {
  expect(addSequenceEntry(before, 'l', entry)).toEqual({ text: after });
  expect(addSequenceEntry(after, 'l', entry)).toEqual({ text: after });
  expect(removeSequenceEntry(after, 'l', entry)).toEqual({ text: before });
});

test.each<[name: string, before: string, after: string]>([
  ['the first', json('"l": [', '  "m",', '  "b"', ']'), json('"l": [', '  "b"', ']')],
  ['the last', json('"l": ["a", "m"]'), json('"l": ["a"]')],
  ['the only one', json('"l": [', '  "m"', ']'), json('"l": []')],
])('removes %s', (_name, before, after) => {
  expect(removeSequenceEntry(before, 'l', 'm')).toEqual({ text: after });
});

test('does not remove an entry with a comment, which would go too', () => {
  expect(removeSequenceEntry('l: [\n  m, # why\n  b\n]\n', 'l', 'm')).toEqual({
    problem: 'kb cannot edit the form of its l',
  });
});
