import { createVirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import type { DevEvent } from '../events/dev-event.ts';
import { createShownOperator } from './shown-operator.ts';

const clock = createVirtualClock({ now: 1000 });
const place = { file: 'src/a.ts', line: 7, column: 11 };
const notLoaded = (running: boolean): DevEvent => {
  return { event: 'operator-not-loaded', message: 'TypeError: no', place, frame: [], running };
};

test('the page learns how the operator does, and where it failed', async () => {
  const { tell, source } = createShownOperator(
    () => undefined,
    clock,
    () => undefined,
  );
  tell(notLoaded(false));
  expect(source.process()).toEqual({ state: 'backing-off', since: 1000, detail: 'src/a.ts:7:11 TypeError: no' });
  tell({ event: 'operator-ended', code: 3, message: '', place: undefined, frame: [], retryIn: 1000 });
  expect(source.process()).toMatchObject({ state: 'backing-off', detail: 'ended with exit code 3' });
  tell({ event: 'operator-ready', pid: 7, reason: 'saved', milliseconds: 1 });
  await clock.advance(5);
  tell(notLoaded(true));
  expect(source.process()).toEqual({ state: 'running', since: 1000, notLoaded: 'src/a.ts:7:11 TypeError: no' });
  const reconciles = [{ reconcileID: 'r', controller: 'shop', key: { name: 'a' } }];
  tell({ event: 'operator-hangs', pid: 7, milliseconds: 5, reconciles });
  expect(source.process()).toMatchObject({ state: 'running', hanging: { since: 1000, reconciles } });
  tell({ event: 'operator-answers', pid: 7, milliseconds: 9 });
  expect(source.process()).toEqual({ state: 'running', since: 1000, notLoaded: 'src/a.ts:7:11 TypeError: no' });
  tell({ event: 'operator-hangs', pid: 7, milliseconds: 5, reconciles });
  tell({ event: 'operator-started', pid: 8, reason: 'saved' });
  expect(source.process()).toEqual({ state: 'starting', since: 1005 });
});
