import { createVirtualClock, failureStatus, StatusError } from '@kb/apimachinery';
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createLogger, type LogEntry } from '../../log/logger.ts';
import { listenToStrayErrors } from './stray-errors.ts';

const unawaited = 'A promise that nobody awaited was rejected, the manager stops';

test.each([
  ['a promise', new Error('boom'), 'unhandledRejection', unawaited, false],
  [
    'a promise that the API server refused',
    new StatusError(failureStatus({ code: 404, reason: 'NotFound', message: 'gone' })),
    'unhandledRejection',
    unawaited,
    true,
  ],
  [
    'a throw in a timer',
    new TypeError('boom'),
    'uncaughtException',
    'An error was thrown where nobody catches it, the manager stops',
    false,
  ],
])('%s: logged with its stack, and the first one stops the manager', (_what, error, origin, message, withStack) => {
  const source = new EventEmitter();
  const entries: LogEntry[] = [];
  const log = createLogger({ clock: createVirtualClock(), sink: (entry) => void entries.push(entry) });
  const strays = listenToStrayErrors(source, log);
  expect(strays.signal.aborted).toBe(false);
  source.emit('uncaughtException', error, origin);
  expect(strays.signal.reason).toBe(error);
  source.emit('uncaughtException', new Error('second'), origin);
  expect(strays.signal.reason).toBe(error);
  expect(entries.map((entry) => [entry.level, entry.message])).toEqual([
    ['error', message],
    ['error', message],
  ]);
  expect(entries[0]?.error).toBe(error);
  expect(entries[0]?.values).toEqual(withStack ? { stacktrace: error.stack } : {});
  strays.close();
  expect(source.listenerCount('uncaughtException')).toBe(0);
});

test.each([
  ['to a pipe without a reader', 'EPIPE', 0],
  ['on a full disk', 'ENOSPC', 100],
])('a log %s aborts the signal, and causes a bounded number of lines', (_what, code, lines) => {
  const source = new EventEmitter();
  const broken = Object.assign(new Error(`write ${code}`), { code });
  let written = 0;
  const log = createLogger({
    clock: createVirtualClock(),
    sink: () => {
      written += 1;
      source.emit('uncaughtException', broken, 'uncaughtException');
    },
  });
  const strays = listenToStrayErrors(source, log);
  log.info('one line');
  expect(strays.signal.reason).toBe(broken);
  expect(written).toBe(1 + lines);
  strays.close();
});
