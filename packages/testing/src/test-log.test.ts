import { createVirtualClock, failureStatus, StatusError } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { callerOf, pointAt } from './error-stacks.ts';
import { createTestLog, type TestLog } from './test-log.ts';

const explained = (log: TestLog, error: Error): Error => {
  expect(() => log.explain(error)).toThrow(error);
  return error;
};
const framesOf = (error: Error): string[] => error.stack?.split('\n').filter((line) => /^\s*at /.test(line)) ?? [];

test('reports equal errors once, with the last stack, in another format than a stack', () => {
  const clock = createVirtualClock({ now: 0 });
  const testLog = createTestLog(clock);
  const bug = new TypeError('first\nsecond');
  const log = testLog.log.with({ controller: 'shop' });
  log.error(new RangeError('other'), 'Reconciler error', { name: 'b' });
  for (const reconcileID of ['1', '2', '3']) log.error(bug, 'Reconciler error', { name: 'a', reconcileID });
  const failure = new Error('no');
  const before = framesOf(failure);
  const lines = explained(testLog, failure).message.split('\n');
  expect(lines.slice(0, 8)).toEqual([
    'no',
    '',
    'The last errors that controllers logged:',
    '1970-01-01T00:00:00Z ERROR Reconciler error: other controller=shop name=b',
    '1970-01-01T00:00:00Z ERROR Reconciler error: first',
    '  | second controller=shop name=a (3 times)',
    '  | TypeError: first',
    '  | second',
  ]);
  expect(lines.slice(8).every((line) => line.startsWith('  |     at '))).toBe(true);
  expect(framesOf(failure)).toEqual(before);
  expect(failure.stack).toContain('ERROR Reconciler error: other');
});

test('keeps the last ten different errors, and reports them once', () => {
  const testLog = createTestLog(createVirtualClock({ now: 0 }));
  for (let n = 0; n < 12; n += 1) testLog.log.error('no', `failure ${n}`);
  testLog.log.error('no', 'failure 2');
  const { message } = explained(testLog, explained(testLog, new Error('late')));
  expect(message.match(/failure \d+/g)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 2].map((n) => `failure ${n}`));
  expect(message).toContain('failure 2: no (2 times)');
});

test('does not change a failure when there are no errors', () => {
  const { message } = explained(createTestLog(createVirtualClock()), new Error('no'));
  expect(message).toBe('no');
});

test('points a failure from another file at the caller, and keeps one from the caller’s file', () => {
  const call = (): string | undefined => callerOf(call);
  const caller = call();
  expect(caller).toContain('test-log.test.ts');
  const answer = new Error('not found');
  answer.stack = 'Error: not found\n    at get (/client/get.js:1:2)';
  pointAt(answer, caller);
  expect(framesOf(answer)).toEqual([caller, '    at get (/client/get.js:1:2)']);
  const asked = new StatusError(failureStatus({ code: 404, reason: 'NotFound', message: 'none' }));
  const ofTest = framesOf(asked)[0];
  asked.stack = ['StatusError: none', '    at get (/client/get.js:1:2)', ofTest].join('\n');
  pointAt(asked, caller);
  expect(framesOf(asked)).toEqual([ofTest, '    at get (/client/get.js:1:2)']);
  const own = new Error('own');
  const { stack } = own;
  pointAt(own, caller);
  expect(own.stack).toBe(stack);
});
