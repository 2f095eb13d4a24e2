import { createVirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { seconds } from '../durations.ts';
import { threadHealthServer } from './thread-health-server.ts';
import type { ToThread } from './thread-messages.ts';

function serve() {
  const clock = createVirtualClock();
  const told: ToThread[] = [];
  const server = threadHealthServer('127.0.0.1:0', (message) => told.push(message), clock);
  return {
    clock,
    server,
    probe: () => server.receive({ type: 'check', endpoint: '/readyz' }),
    results: () => told.flatMap((message) => (message.type === 'checked' ? [message.results] : [])),
  };
}

test('a check that hangs while the event loop runs fails after ten seconds, and its signal is aborted', async () => {
  const { clock, server, probe, results } = serve();
  const hanging = Promise.withResolvers<void>();
  let asked = 0;
  let given: AbortSignal | undefined;
  server.addReadyzCheck('own', (signal) => {
    asked += 1;
    given = signal;
    return hanging.promise;
  });
  probe();
  await clock.advance(seconds(9.9));
  expect(results()).toEqual([]);
  await clock.advance(seconds(0.2));
  expect(results()).toEqual([{ own: 'it has not finished within 10 s' }]);
  expect(given?.aborted).toBe(true);
  probe();
  expect(asked).toBe(1);
  hanging.resolve();
  await clock.advance(0);
  expect(results()).toHaveLength(2);
  probe();
  await clock.advance(0);
  expect(asked).toBe(2);
  expect(results().at(-1)).toEqual({ own: null });
  expect(clock.pending()).toBe(0);
});

test('a stall of the event loop counts as one second, whatever its length', async () => {
  let due: (() => void) | undefined;
  const told: ToThread[] = [];
  const server = threadHealthServer('127.0.0.1:0', (message) => told.push(message), {
    after: (_ms, tick) => {
      due = tick;
      return () => (due = undefined);
    },
  });
  const afterStall = (): void => due?.();
  const late = Promise.withResolvers<void>();
  server.addReadyzCheck('own', () => late.promise);
  server.receive({ type: 'check', endpoint: '/readyz' });
  for (let stall = 0; stall < 9; stall++) afterStall();
  const answers = (): ToThread[] => told.filter(({ type }) => type === 'checked');
  expect(answers()).toEqual([]);
  afterStall();
  expect(answers()).toEqual([
    { type: 'checked', endpoint: '/readyz', results: { own: 'it has not finished within 10 s' } },
  ]);
  late.resolve();
  await late.promise;
  await Promise.resolve();
  expect(due).toBeUndefined();
});
