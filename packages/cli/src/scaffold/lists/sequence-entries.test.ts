import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { addSequenceEntry, removeSequenceEntry, type SequenceEntry } from './sequence-entries.ts';

test.each<[name: string, before: string, entry: SequenceEntry, after: string]>([
  ['an empty list', 'a: 1\nl: []\nb: 2\n', 'x', 'a: 1\nl:\n- x\nb: 2\n'],
  ['the end', '# Head.\nl: # these\n- a # why\n\nb: 2\n', 'x', '# Head.\nl: # these\n- a # why\n- x\n\nb: 2\n'],
  ['an indented list', 'l:\n  - path: a\n', { path: 'x' }, 'l:\n  - path: a\n  - path: x\n'],
  ['without a line break at the end', 'l:\n- a', 'x', 'l:\n- a\n- x\n'],
  ['no list', 'a: 1\n', { path: 'x' }, 'a: 1\nl:\n- path: x\n'],
  ['CRLF', 'l:\r\n- a\r\n', 'x', 'l:\r\n- a\r\n- x\r\n'],
  [
    'a list of patches, indented',
    'l:\n  - path: a\n',
    { path: 'x', target: { kind: 'K', name: 'n' } },
    'l:\n  - path: a\n  - path: x\n    target:\n      kind: K\n      name: n\n',
  ],
  [
    'patches, none yet',
    'a: 1\n',
    { path: 'x', target: { kind: 'K', name: 'n' } },
    'a: 1\nl:\n- path: x\n  target:\n    kind: K\n    name: n\n',
  ],
  [
    'entries of several lines',
    'l:\n- path: a\n  b: 1\nc: 1\n',
    { path: 'x' },
    'l:\n- path: a\n  b: 1\n- path: x\nc: 1\n',
  ],
])('adds to %s, and does so once', (_name, before, entry, after) => {
  expect(addSequenceEntry(before, 'l', entry)).toEqual({ text: after });
  expect(addSequenceEntry(after, 'l', entry)).toEqual({ text: after });
});

test('adds before an entry that has to follow', () => {
  expect(addSequenceEntry('l:\n- a\n- c\n', 'l', 'b', ['c', 'd'])).toEqual({ text: 'l:\n- a\n- b\n- c\n' });
});

test.each<[name: string, before: string, entry: SequenceEntry, after: string]>([
  ['of several', 'l:\n- a\n- x # why\n- b\n', 'x', 'l:\n- a\n- b\n'],
  ['the only one', 'a: 1\nl:\n- path: x\nb: 2\n', { path: 'x' }, 'a: 1\nl: []\nb: 2\n'],
  ['that is not there', 'l:\n- a\n', 'x', 'l:\n- a\n'],
])('removes an entry %s', (_name, before, entry, after) => {
  expect(removeSequenceEntry(before, 'l', entry)).toEqual({ text: after });
});

test.each([
  ['l: [\n', 'it is not valid YAML'],
  ['- a\n', 'it is not a kustomization'],
  ['l: &l [a, b]\nm: *l\n', 'kb cannot edit the form of its l'],
  ['l: text\n', 'kb cannot edit the form of its l'],
])('does not edit %j', (text, problem) => {
  expect(addSequenceEntry(text, 'l', 'x')).toEqual({ problem });
});

test('an entry that was added and removed leaves the other entries as they were', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', '../d', 'e.yaml'), { maxLength: 4 });
  const asEntries = (list: readonly string[], maps: boolean): SequenceEntry[] =>
    maps ? list.map((path) => ({ path })) : [...list];
  fc.assert(
    fc.property(names, fc.boolean(), fc.constantFrom('', '# c\n'), (list, maps, comment) => {
      const entries = asEntries(list, maps);
      const lines = entries.map((entry) => `- ${typeof entry === 'string' ? entry : `path: ${entry.path}`}\n`);
      const text = `a: 1\nl:${lines.length === 0 ? ' []\n' : `\n${lines.join(comment)}`}b: 2\n`;
      const [extra] = asEntries(['extra'], maps);
      if (extra === undefined) return;
      const added = addSequenceEntry(text, 'l', extra);
      if (!('text' in added)) throw new Error(added.problem);
      expect(parse(added.text)).toEqual({ a: 1, l: [...entries, extra], b: 2 });
      expect(removeSequenceEntry(added.text, 'l', extra)).toEqual({ text });
    }),
  );
});
