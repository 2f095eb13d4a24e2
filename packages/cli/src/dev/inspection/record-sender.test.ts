import type { InspectionRecord } from '@kb/runtime/inspection';
import { expect, test } from 'vitest';
import { createRecordSender } from './record-sender.ts';
import { recordsIn } from './records-message.ts';

const line = (message: string): InspectionRecord => ({
  type: 'reconcile-line',
  time: 1,
  reconcileID: 'r',
  level: 'info',
  message,
  values: {},
});

function makeSender() {
  const messages: (readonly InspectionRecord[])[] = [];
  const timers: (() => void)[] = [];
  const acknowledgements: (() => void)[] = [];
  const sender = createRecordSender({
    send: ({ inspection }, sent) => {
      messages.push(inspection);
      acknowledgements.push(sent);
    },
    later: (run) => void timers.push(run),
    now: () => 5,
  });
  return { sender, messages, tick: () => timers.shift()?.(), acknowledge: () => acknowledgements.shift()?.(), timers };
}

test('records that are gathered leave with one message, and later ones after it has left', () => {
  const { sender, messages, tick, acknowledge, timers } = makeSender();
  sender.add(line('a'));
  sender.add(line('b'));
  tick();
  sender.add(line('c'));
  expect([messages, timers.length]).toEqual([[[line('a'), line('b')]], 0]);
  acknowledge();
  tick();
  expect(messages[1]).toEqual([line('c')]);
  acknowledge();
  tick();
  sender.add(line('d'));
  tick();
  expect(messages[2]).toEqual([line('d')]);
});

test('when kb does not read, memory is bounded, and what is dropped is counted', () => {
  const { sender, messages, tick, acknowledge } = makeSender();
  const long = 'x'.repeat(100_000);
  for (let at = 0; at < 1000; at += 1) sender.add(line(long));
  tick();
  expect(messages).toHaveLength(1);
  for (let turn = 0; turn < 200; turn += 1) {
    acknowledge();
    tick();
  }
  const all = messages.flat();
  const [dropped] = all.filter((record) => record.type === 'dropped');
  const sent = all.filter((record) => record.type === 'reconcile-line').length;
  expect(sent).toBeLessThan(100);
  expect(dropped).toEqual({ type: 'dropped', time: 5, records: 1000 - sent, runs: 0 });
});

test('the beginning and the end of a run leave at once, with what was gathered before', () => {
  const { sender, messages, tick, timers } = makeSender();
  const run = { reconcileID: 'r', controller: 'shop', key: { name: 'a' }, time: 1 };
  const began: InspectionRecord = { type: 'reconcile-began', causes: [], attempt: 0, priority: 0, ...run };
  const ended: InspectionRecord = { type: 'reconcile-ended', durationMs: 1, result: 'success', ...run };
  sender.add(line('a'));
  sender.add(began);
  sender.add(ended);
  expect(messages).toEqual([[line('a'), began], [ended]]);
  tick();
  expect(timers).toEqual([]);
  // kb does not read: they are gathered like others.
  for (let at = 0; at < 100; at += 1) sender.add(began);
  expect([messages.length, timers.length]).toEqual([16, 1]);
});

test('what is left leaves when the process ends', () => {
  const { sender, messages } = makeSender();
  sender.add(line('last'));
  sender.flush();
  expect(messages).toEqual([[line('last')]]);
});

test('other messages of the operator contain no records', () => {
  for (const message of [undefined, null, 5, 'inspection', [], { inspection: 5 }, { inspection: [null, 5, {}] }])
    expect(recordsIn(message)).toEqual([]);
  expect(recordsIn({ inspection: [line('a'), { type: 5 }] })).toEqual([line('a')]);
});
