import { expect, test } from 'vitest';
import { readOperatorLine } from './operator-line.ts';

test('a line of the log becomes text, with its values after the message', () => {
  const line = { level: 'info', ts: '2026-01-01T00:00:00Z', msg: 'Scaled', name: 'web', note: 'two words', count: 2 };
  expect(readOperatorLine(JSON.stringify(line))).toEqual({
    text: 'Scaled name=web note="two words" count=2',
    level: 'info',
    routine: false,
    ready: false,
  });
});

test('an error has its message, and the first frame outside of installed packages', () => {
  const stacktrace = 'Error: no\n    at f (/p/node_modules/a.js:1:1)\n    at g (/p/src/b.ts:2:3)';
  const line = { level: 'error', msg: 'Reconciler error', error: 'no', stacktrace };
  expect(readOperatorLine(JSON.stringify(line)).text).toBe('Reconciler error: no (at g (/p/src/b.ts:2:3))');
});

test.each([
  ['Starting EventSource', true, false],
  ['Starting workers', true, true],
  ['Stopped', true, false],
  ['Startled', false, false],
])('%s: of the start or end %s, ready %s', (msg, routine, ready) => {
  expect(readOperatorLine(JSON.stringify({ level: 'info', msg }))).toMatchObject({ routine, ready });
});

test.each(['{"level":"info"}', '{not json', 'plain', '{"msg":1,"level":"info"}', 'null', '[]'])(
  'other output stays as it is: %s',
  (text) => {
    expect(readOperatorLine(text)).toEqual({ text, routine: false, ready: false });
  },
);

test('control characters cannot change the terminal', () => {
  expect(readOperatorLine('\u001b[2Jgone').text).toBe('\u{fffd}[2Jgone');
  expect(readOperatorLine('{"level":"info","msg":"\\u001b[2J"}').text).toBe('\u{fffd}[2J');
});
