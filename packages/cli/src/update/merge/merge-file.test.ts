import { expect, test } from 'vitest';
import { mergeFile } from './merge-file.ts';

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

test('JSON is merged by its keys, and new dependencies get their sorted place', () => {
  const merged = mergeFile(
    'package.json',
    {
      base: json({ name: 'a', dependencies: { b: '1', d: '1' }, files: ['x', 'y'] }),
      yours: json({ name: 'a', dependencies: { b: '1', c: '9', d: '1' }, files: ['y', 'mine'], mine: true }),
      theirs: json({ name: 'a', dependencies: { b: '2', d: '2', e: '1' }, files: ['x', 'y', 'z'] }),
    },
    'kb 2',
  );
  expect(merged).toEqual({
    text: json({
      name: 'a',
      dependencies: { b: '2', c: '9', d: '2', e: '1' },
      files: ['y', 'mine', 'z'],
      mine: true,
    }),
    conflicts: [],
  });
});

test('a key that both sides changed is a conflict of lines', () => {
  const sides = { base: json({ a: '1' }), yours: json({ a: '2' }), theirs: json({ a: '3' }) };
  expect(mergeFile('package.json', sides, 'kb 2')).toEqual({
    text: '{\n<<<<<<< yours\n  "a": "2"\n=======\n  "a": "3"\n>>>>>>> kb 2\n}\n',
    conflicts: [2],
  });
});

test('a merge that would break YAML is a conflict of the whole file', () => {
  const sides = {
    base: 'a: 1\nb: 1\nc: 1\n',
    yours: 'components: [x]\na: 1\nb: 1\nc: 1\n',
    theirs: 'a: 1\nb: 1\nc: 1\ncomponents: []\n',
  };
  const { text, conflicts } = mergeFile('config/default/kustomization.yaml', sides, 'kb 2');
  expect(conflicts).toEqual([1]);
  expect(text).toMatch(/^<<<<<<< yours\ncomponents: \[x\]\n[^]*components: \[\]\n>>>>>>> kb 2\n$/);
});

test("the author's line breaks stay", () => {
  const sides = { base: 'a\nb\nc\n', yours: 'A\r\nb\r\nc\r\n', theirs: 'a\nb\nC\n' };
  expect(mergeFile('Makefile', sides, 'kb 2')).toEqual({ text: 'A\r\nb\r\nC\r\n', conflicts: [] });
});
