import { createVirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { terminalOf } from '../../test-support/shown-lines.ts';
import type { DevEvent } from '../events/dev-event.ts';
import { createTextScreen } from './screen.ts';

const clock = createVirtualClock({ now: Date.parse('2026-01-01T00:00:00Z') });

test('what others wrote cannot change the terminal: control characters and marks of direction are replaced', async () => {
  const { terminal, lines } = terminalOf();
  const screen = createTextScreen(terminal, clock);
  const object = { apiVersion: 'v1', kind: 'Shop', namespace: 'default', name: 'web' };
  screen.tell({
    event: 'object',
    change: 'event',
    object,
    story: object,
    by: undefined,
    text: 'Evil: \u001b[31mred\u009b2J \u202egnp.exe\u2069',
  });
  await clock.advance(150);
  expect(lines).toEqual(['   0.1s  Shop/web  Evil: �[31mred�2J �gnp.exe�']);
  screen.tell({ event: 'sample-refused', file: 'a.yaml', message: 'no\u001b[2J\n\u202eline 2' });
  expect(lines.at(-1)).toBe('Refused     a.yaml: no�[2J\n�line 2');
  const story = { event: 'step', name: 'a', milliseconds: 1, error: '\u001b]0;title\u0007' } as const;
  screen.tell(story);
  expect(lines.at(-1)).toContain('�]0;title�');
});

test('an error of the operator is shown as a whole, other lines as they fit', () => {
  const { terminal, lines } = terminalOf(40);
  const screen = createTextScreen(terminal, clock);
  const line = 'shop default/web: configmaps is forbidden: User "shop" cannot create';
  for (const level of ['info', 'error']) screen.tell({ event: 'operator-log', line, level, routine: false });
  expect(lines).toEqual(['  operator | shop default/web: configma…', `  operator | ERROR ${line}`]);
});

test('an operator that fails again with the same error says so in a line, until a file is saved', () => {
  const { terminal, lines } = terminalOf();
  const screen = createTextScreen(terminal, clock);
  const place = { file: 'src/a.ts', line: 7, column: 11 };
  const error = { message: 'TypeError: no', place, frame: ['> 7 | a()', '    | ^'] };
  const notLoaded: DevEvent = { event: 'operator-not-loaded', ...error, running: false };
  const ended: DevEvent = { event: 'operator-ended', code: 1, ...error, retryIn: 2000 };
  const told = (event: DevEvent): string[] => {
    const before = lines.length;
    screen.tell(event);
    return lines.slice(before);
  };
  expect(told(notLoaded)).toHaveLength(4);
  expect(told(notLoaded)).toEqual(['Operator    was tried again: the same error']);
  expect(told({ event: 'saved', files: ['src/a.ts'] })).toHaveLength(1);
  expect(told(ended)).toHaveLength(4);
  expect(told(ended)).toEqual(['Operator    ended again, with the same error; starting again in 2 s']);
  expect(told({ ...ended, message: 'TypeError: another' })).toHaveLength(4);
});

test('a warning of the runtime is shown as a whole', () => {
  const { terminal, lines } = terminalOf(40);
  const screen = createTextScreen(terminal, clock);
  const line = 'shop default/web: Warning: reconcile loop: each run changes what wakes it again';
  screen.tell({ event: 'operator-log', line, level: 'info', routine: false });
  expect(lines).toEqual([`  operator | ${line}`]);
});

test('of many mistakes of types the first have their lines, the others their place', () => {
  const { terminal, lines } = terminalOf();
  const mistake = (line: number) => ({
    code: 'TS2322',
    message: 'no',
    place: { file: 'a.ts', line, column: 1 },
    frame: ['> 1 | a'],
  });
  const errors = Array.from({ length: 7 }, (_, index) => mistake(index + 1));
  createTextScreen(terminal, clock).tell({ event: 'types', errors });
  expect(lines).toHaveLength(12);
  expect(lines.slice(-3)).toEqual([
    '            > 1 | a',
    'Types       a.ts:6:1 TS2322: no',
    'Types       a.ts:7:1 TS2322: no',
  ]);
});

test('a permission that only some clusters ask for is not called refused', () => {
  const { terminal, lines } = terminalOf();
  const screen = createTextScreen(terminal, clock);
  const told = (request: string): void =>
    screen.tell({ event: 'request-refused', request, granted: false, advice: [] });
  told('create configmaps in default');
  told('update shops.example.com/finalizers "web" in default');
  expect(lines).toEqual([
    'Refused     the operator may not create configmaps in default; write to its controller:',
    'Missing     the operator may not update shops.example.com/finalizers "web" in default, ' +
      'which some clusters require for owner references; write to its controller:',
  ]);
});
