import type { InspectionRecord } from '@kb/runtime/inspection';
import { describe, expect, test } from 'vitest';
import { createRecordStore } from './record-store.ts';

const began = (name: string, reconcileID: string): InspectionRecord => ({
  type: 'reconcile-began',
  time: 1,
  reconcileID,
  controller: 'widget',
  key: { namespace: 'default', name },
  causes: [],
  attempt: 0,
  priority: 0,
});
const line = (reconcileID: string, message: string): InspectionRecord => ({
  type: 'reconcile-line',
  time: 1,
  reconcileID,
  level: 'info',
  message,
  values: {},
});
const described = { type: 'operator', time: 1, controllers: [], webhooks: [] } as const;

describe('a store of records', () => {
  test('keeps them in order, the description first, and passes new ones on', () => {
    const store = createRecordStore();
    const heard: InspectionRecord[] = [];
    store.add([began('a', '1')]);
    const stop = store.subscribe((records) => void heard.push(...records));
    store.add([described, line('1', 'x')]);
    stop();
    store.add([line('1', 'y')]);
    expect(store.all()).toEqual([described, began('a', '1'), line('1', 'x'), line('1', 'y')]);
    expect(heard).toEqual([described, line('1', 'x')]);
  });

  test('leaves room for other keys when one is busy', () => {
    const store = createRecordStore({ maxOfKey: 3 });
    store.add([began('quiet', 'q')]);
    for (let run = 0; run < 10; run += 1) store.add([began('busy', `${run}`), line(`${run}`, 'x')]);
    expect(store.all()).toEqual([began('quiet', 'q'), line('8', 'x'), began('busy', '9'), line('9', 'x')]);
  });

  test('stays within its memory, whatever it gets', () => {
    const store = createRecordStore({ maxBytes: 50_000 });
    for (let run = 0; run < 500; run += 1)
      store.add([began(`key-${run}`, `${run}`), line(`${run}`, 'x'.repeat(run * 10))]);
    expect(store.bytes).toBeLessThanOrEqual(50_000);
    expect(store.all().length).toBeGreaterThan(1);
    expect(store.all().at(-1)).toEqual(line('499', 'x'.repeat(4990)));
    store.add([line('499', 'x'.repeat(100_000))]);
    expect(store.bytes).toBeLessThanOrEqual(50_000);
  });

  test('forgets everything when it is cleared', () => {
    const store = createRecordStore();
    store.add([described, began('a', '1')]);
    store.clear();
    expect([store.all(), store.bytes]).toEqual([[], 0]);
  });
});
