import {
  hasStatusCause,
  isAlreadyExists,
  isConflict,
  isExpired,
  isNotFound,
  isStatusError,
  isTooManyRequests,
  messageOfThrown,
  reasonOf,
  suggestedDelay,
} from '@kb/apimachinery';
import { isConnectionLost } from '@kb/client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTerminalError } from '../controller/terminal-error.ts';
import { isBug } from '../is-bug.ts';
import { listenToStrayErrors } from '../manager/process/stray-errors.ts';
import { failureReason, isConnectionError, isUnavailableResourceVersion } from '../reflector/retry/watch-errors.ts';
import { hostileValue } from '../test-support/hostile-values.ts';
import { openTelemetryTracer } from '../tracing/open-telemetry.ts';
import { describeError } from './describe-error.ts';
import { createLogger, type Logger } from './logger.ts';
import { jsonSink, textSink } from './sinks.ts';
import { textOf } from './text-of.ts';

const clock = { now: () => 0, after: () => () => undefined, sleep: () => Promise.resolve() };

/** More than the texts of ten errors with their stacks. */
const MAX_LINE = 1_000_000;

function writeTo(make: typeof textSink, log: (logger: Logger) => void): string[] {
  const written: string[] = [];
  log(createLogger({ clock, sink: make((text) => void written.push(text)), level: 'debug' }));
  return written;
}

test('any thrown value is one line of text, of bounded length', () => {
  fc.assert(
    fc.property(hostileValue, ({ make }) => {
      const value = make();
      const [line = '', ...more] = writeTo(textSink, (log) => log.error(value, 'Failed', { controller: 'a' }));
      expect(more).toEqual([]);
      expect(line).toMatch(/^1970-01-01T00:00:00Z ERROR Failed: /);
      expect(line).toContain(' controller=a');
      expect(line.length).toBeLessThan(MAX_LINE);
    }),
  );
});

test('any thrown value is one line of JSON, of bounded length', () => {
  fc.assert(
    fc.property(hostileValue, ({ make }) => {
      const value = make();
      const [line = '', ...more] = writeTo(jsonSink, (log) => log.error(value, 'Failed', { controller: 'a' }));
      expect(more).toEqual([]);
      expect(JSON.parse(line)).toMatchObject({ msg: 'Failed', controller: 'a', error: expect.any(String) });
      expect(line.length).toBeLessThan(MAX_LINE);
    }),
  );
});

test.each([
  ['text', textSink],
  ['JSON', jsonSink],
])('a hostile value loses neither a line of %s nor its other values', (_name, sink) => {
  fc.assert(
    fc.property(hostileValue, ({ make }) => {
      const value = make();
      const values = { before: 1, hostile: value, inside: { deep: [value] }, after: 'word' };
      const [line = '', ...more] = writeTo(sink, (log) => log.info('Said', values));
      expect(more).toEqual([]);
      expect(line).toMatch(/before"?[=:]1/);
      expect(line).toMatch(/after"?[=:]"?word/);
    }),
  );
});

test('a sink that throws loses only its line', () => {
  const seen: string[] = [];
  const log = createLogger({
    clock,
    sink: ({ message }) => {
      seen.push(message);
      throw new Error('full');
    },
  });
  log.info('one');
  log.error(new Error('x'), 'two');
  expect(seen).toEqual(['one', 'two']);
});

test('functions that inspect a thrown value do not throw', () => {
  fc.assert(
    fc.property(hostileValue, ({ make }) => {
      const value = make();
      for (const look of [isBug, isTerminalError, isStatusError, isNotFound, isConflict, isAlreadyExists, isExpired]) {
        expect(typeof look(value)).toBe('boolean');
      }
      for (const look of [isTooManyRequests, isConnectionLost, isConnectionError, isUnavailableResourceVersion]) {
        expect(typeof look(value)).toBe('boolean');
      }
      expect(hasStatusCause(value, 'x')).toBe(false);
      expect([undefined, 'number']).toContain(suggestedDelay(value) === undefined ? undefined : 'number');
      expect(['undefined', 'string']).toContain(typeof reasonOf(value));
      expect(typeof failureReason(value)).toBe('string');
      expect(typeof textOf(value)).toBe('string');
      expect(messageOfThrown(value).length).toBeLessThan(20_000);
      expect(describeError(value).message.length).toBeLessThan(20_000);
    }),
  );
});

test('unhandled errors of any kind are logged and stop the manager', () => {
  fc.assert(
    fc.property(hostileValue, ({ make }) => {
      const value = make();
      let listener: ((error: unknown, origin: string) => void) | undefined;
      const source = { on: (_: string, given: typeof listener) => (listener = given), off: () => undefined };
      const written = writeTo(textSink, (log) => {
        const strays = listenToStrayErrors(source, log);
        listener?.(value, 'uncaughtException');
        expect(strays.signal.aborted).toBe(true);
      });
      expect(written).toHaveLength(1);
    }),
  );
});

test('a span is marked as failed for any thrown value', async () => {
  await fc.assert(
    fc.asyncProperty(hostileValue, async ({ make }) => {
      const value = make();
      const seen: unknown[] = [];
      const tracer = openTelemetryTracer({
        startActiveSpan: (_name, _options, work) =>
          work({
            setAttribute: () => undefined,
            setStatus: (status) => seen.push(status.code),
            // As the SDK does.
            recordException: (error) =>
              seen.push(typeof error === 'string' ? 'text' : [error.name, error.message, error.stack].length),
            end: () => seen.push('end'),
          }) as never,
      });
      await tracer.span('a', {}, async (span) => span?.fail(value));
      expect(seen.slice(-3)).toEqual([expect.anything(), 2, 'end']);
    }),
  );
});
