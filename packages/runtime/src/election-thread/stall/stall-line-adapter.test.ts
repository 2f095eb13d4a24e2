import { expect, test } from 'vitest';
import { stallLine } from './stall-line-adapter.ts';

const now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const one = { controller: 'widget', item: 'default/a' };
const other = { controller: 'gadget', item: 'default/b' };
const message = 'The event loop stood still for longer than maxStall: the process is ended';

test.each([
  ['names the run', [one], { controller: 'widget', key: 'default/a' }],
  ['names all that it may be', [one, other], { oneOf: ['widget default/a', 'gadget default/b'] }],
  ['names none where none is', [], {}],
])('the line of an event loop that stands still %s', (_what, running, values) => {
  const line = stallLine({ stalled: 3400, maxStall: 3000, running, now, logFormat: 'json' });
  expect(JSON.parse(line)).toEqual({
    level: 'error',
    ts: '2026-01-02T03:04:05Z',
    msg: message,
    seconds: 3,
    maxStallSeconds: 3,
    ...values,
  });
});

test('it is a line of text when the log is text', () => {
  expect(stallLine({ stalled: 3400, maxStall: 3000, running: [one], now, logFormat: 'text' })).toBe(
    `2026-01-02T03:04:05Z ERROR ${message} seconds=3 maxStallSeconds=3 controller=widget key=default/a`,
  );
});
