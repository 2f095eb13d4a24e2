import { expect, test } from 'vitest';
import type { Row, RowsEvent } from '../../protocol/index.ts';
import { createFrames } from '../store/frames.ts';
import { arrange } from './arrange-rows.ts';
import { createRowTable } from './row-table.ts';

function row(uid: string, size: number): Row {
  const rest = { resourceVersion: '1', created: 0, deleting: false, health: 'unknown' } as const;
  return { uid, name: uid, cells: [uid, size], ...rest };
}

function event(changed: readonly Row[], more: Partial<RowsEvent> = {}): RowsEvent {
  return { topic: 'rows', reset: false, complete: true, changed, removed: [], ...more };
}

function tableInFrames(): { table: ReturnType<typeof createRowTable>; frame: () => void } {
  let next: (() => void) | undefined;
  const frames = createFrames((run) => {
    next = run;
  });
  const table = createRowTable(frames, () => 7);
  table.arrange(arrange([], '', ''));
  const frame = (): void => {
    next?.();
    next = undefined;
  };
  return { table, frame };
}

test('a change in its place wakes its own row once a frame, and not the view', () => {
  const { table, frame } = tableInFrames();
  table.apply(event([row('a', 1), row('b', 1)], { reset: true }));
  frame();
  const woken: string[] = [];
  table.view.subscribe(() => woken.push('view'));
  table.subscribeRow('a', () => woken.push('a'));
  table.subscribeRow('b', () => woken.push('b'));
  table.apply(event([row('a', 2)]));
  table.apply(event([row('a', 3)]));
  expect(woken).toEqual([]);
  frame();
  expect(woken).toEqual(['a']);
  expect(table.entry('a')).toMatchObject({ row: { cells: ['a', 3] }, changedAt: 7, changedCells: [1] });
});

test('rows of the first list are not highlighted, later ones are', () => {
  const { table, frame } = tableInFrames();
  table.apply(event([row('a', 1)], { reset: true, complete: false }));
  table.apply(event([row('b', 1)]));
  table.apply(event([row('c', 1)], { removed: ['a'] }));
  frame();
  expect(table.view.get()).toMatchObject({ uids: ['b', 'c'], total: 2, complete: true });
  expect(table.entry('b')?.changedAt).toBeUndefined();
  expect(table.entry('c')?.changedAt).toBe(7);
});

test('a reset forgets what was known', () => {
  const { table, frame } = tableInFrames();
  table.apply(event([row('a', 1), row('b', 1)], { reset: true }));
  frame();
  table.apply(event([row('b', 2)], { reset: true }));
  frame();
  expect(table.view.get().uids).toEqual(['b']);
  expect(table.entry('a')).toBeUndefined();
});
