import { describe, expect, test } from 'vitest';
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

describe('a line of a run', () => {
  const run = {
    controller: 'shop',
    controllerGroup: 'shop.example.com',
    controllerKind: 'Shop',
    Shop: { name: 'web', namespace: 'default' },
    namespace: 'default',
    name: 'web',
    reconcileID: '3a1c',
  };
  const textOf = (values: object): string => readOperatorLine(JSON.stringify({ level: 'info', ...values })).text;

  test('begins with whose run it is, and has only the values that the reconciler gave', () => {
    expect(textOf({ msg: 'Scaled', ...run, replicas: 3 })).toBe('shop default/web: Scaled replicas=3');
    const error = { msg: 'Reconciler error', ...run, error: 'configmaps is forbidden' };
    expect(textOf(error)).toBe('shop default/web: Reconciler error: configmaps is forbidden');
  });

  test('of an object of the cluster has no namespace', () => {
    const { namespace: _, ...rest } = run;
    expect(textOf({ msg: 'Scaled', ...rest, Shop: { name: 'web' } })).toBe('shop web: Scaled');
  });

  test('keeps values of the reconciler with the same names', () => {
    const own = { name: 'api', namespace: 'other' };
    expect(textOf({ msg: 'Made', ...run, ...own })).toBe('shop default/web: Made namespace=other name=api');
  });

  test('of a controller without a run names the controller', () => {
    const { controller, controllerGroup, controllerKind } = run;
    expect(textOf({ msg: 'Starting workers', controller, controllerGroup, controllerKind })).toBe(
      'Starting workers controller=shop',
    );
    expect(textOf({ msg: 'Mine', controller: 7 })).toBe('Mine controller=7');
  });
});
