import type { InspectionRecord } from '@kb/runtime/inspection';
import { expect, test } from 'vitest';
import type { OperatorEvent } from '../../protocol/index.ts';
import { openPage } from '../test-support/page-client.ts';
import { startTestDashboard } from '../test-support/start-test-dashboard.ts';
import { openOperator } from './operator-feed.ts';
import type { OperatorAction, OperatorSource } from './operator-source.ts';

const record = (message: string): InspectionRecord => ({
  type: 'reconcile-line',
  time: 1,
  reconcileID: 'one',
  level: 'info',
  message,
  values: {},
});

/** An operator that a test drives. */
function testOperator() {
  const kept: InspectionRecord[] = [];
  const listeners = new Set<(records: readonly InspectionRecord[]) => void>();
  const watchers = new Set<() => void>();
  const actions: OperatorAction[] = [];
  let state: OperatorEvent['process']['state'] = 'running';
  const source: OperatorSource = {
    records: () => kept,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    process: () => ({ state, since: 5 }),
    onProcess: (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    control: async (action) => {
      actions.push(action);
      state = action === 'pause' ? 'paused' : 'running';
      for (const watcher of watchers) watcher();
    },
  };
  const add = (...records: InspectionRecord[]): void => {
    kept.push(...records);
    for (const listener of listeners) listener(records);
  };
  return { source, add, actions, listeners };
}

test('a page gets the kept records, then new ones, and controls the operator', async () => {
  const { source, add, actions, listeners } = testOperator();
  add(record('kept'));
  const { dashboard } = await startTestDashboard({ operator: source });
  const page = await openPage(dashboard);
  const operator = page.follow({ topic: 'operator' });
  const first = await operator.until(() => true);
  expect(first).toMatchObject({ reset: true, records: [{ message: 'kept' }], process: { state: 'running' } });
  add(record('new'));
  const second = await operator.until(({ records }) => JSON.stringify(records).includes('new'));
  expect(second).toMatchObject({ reset: false, records: [{ message: 'new' }] });
  await page.call({ do: 'operator', action: 'pause' });
  expect(await operator.until(({ process }) => process.state === 'paused')).toMatchObject({ records: [] });
  expect(actions).toEqual(['pause']);
  page.close();
  await expect.poll(() => listeners.size).toBe(0);
});

test('a page that does not read costs a bounded number of records, and starts again', () => {
  const { source, add } = testOperator();
  const feed = openOperator(source, { changed: () => undefined, failed: () => undefined });
  feed.next();
  for (let batch = 0; batch < 100; batch += 1) add(...Array.from({ length: 300 }, () => record('x')));
  expect(feed.next()).toMatchObject({ reset: true });
});

test('a page gets all kept records, however many there are, while new ones come', () => {
  const { source, add } = testOperator();
  add(...Array.from({ length: 30_000 }, (_, index) => record(`kept ${index}`)));
  const feed = openOperator(source, { changed: () => undefined, failed: () => undefined });
  const got: InspectionRecord[] = [];
  let resets = 0;
  for (let event = feed.next(); event?.topic === 'operator'; event = feed.next()) {
    got.push(...event.records);
    if (event.reset) resets += 1;
    if (got.length <= 5000) add(record('new'));
  }
  expect([got.length, resets]).toEqual([30_010, 1]);
});

test('a page that has never read costs nothing, and gets what is kept when it reads', () => {
  const { source, add } = testOperator();
  const forgetful: OperatorSource = { ...source, records: () => [record('kept')] };
  const feed = openOperator(forgetful, { changed: () => undefined, failed: () => undefined });
  for (let batch = 0; batch < 100; batch += 1) add(...Array.from({ length: 300 }, () => record('x')));
  expect(feed.next()).toMatchObject({ reset: true, records: [{ message: 'kept' }] });
  expect(feed.next()).toBeUndefined();
});

test('without an operator the page learns so', async () => {
  const { dashboard } = await startTestDashboard();
  const page = await openPage(dashboard);
  expect(await page.follow({ topic: 'operator' }).failure).toMatchObject({ code: 0 });
  await expect(page.call({ do: 'operator', action: 'restart' })).rejects.toThrow('kb dev has one');
});
