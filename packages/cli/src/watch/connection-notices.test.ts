import type { ObservedRequest, RequestOutcome } from '@kb/client';
import { createVirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { createConnectionNotices } from './connection-notices.ts';

const refused = { error: new Error('nothing listens there'), requestBytes: 0 };
const answer = (status: number): RequestOutcome => ({ status, requestBytes: 0 });

function setUp(signal = new AbortController().signal) {
  const said: string[] = [];
  const clock = createVirtualClock();
  const notices = createConnectionNotices((line) => said.push(line.split(';')[0] ?? ''), clock, signal);
  const request: Omit<ObservedRequest, 'verb'> = {
    method: 'GET',
    host: 'a:1',
    resource: 'pods',
    group: '',
    subresource: undefined,
    namespace: undefined,
    name: undefined,
  };
  const ends = (verb: string, outcome: RequestOutcome): void =>
    notices.observer.begin({ ...request, verb }).end(outcome);
  return { said, clock, notices, ends };
}

test('reports an outage once, and its end when a watch stays open', async () => {
  const { said, clock, notices, ends } = setUp();
  ends('watch', refused);
  expect(said).toEqual([]);
  notices.begin();
  ends('watch', answer(200));
  ends('watch', refused);
  ends('list', answer(503));
  expect(said.splice(0)).toEqual(['disconnected: nothing listens there']);
  // Opened, and ended because the version is expired.
  ends('watch', answer(200));
  await clock.advance(499);
  notices.watchEnded();
  await clock.advance(1000);
  expect(said).toEqual([]);
  ends('watch', answer(200));
  await clock.advance(500);
  ends('watch', answer(200));
  await clock.advance(500);
  expect(said).toEqual(['connected again']);
});

test('ends an outage with a list, but not with an expired version or another response', () => {
  const { said, notices, ends } = setUp();
  notices.begin();
  notices.listed();
  ends('watch', answer(410));
  expect(said).toEqual([]);
  ends('watch', refused);
  ends('list', answer(200));
  ends('watch', answer(410));
  ends('list', answer(200));
  expect(said.splice(0)).toEqual(['disconnected: nothing listens there']);
  notices.listed();
  notices.listed();
  expect(said).toEqual(['connected again']);
});

test('reports nothing and waits for nothing after the end', () => {
  const end = new AbortController();
  const { said, clock, notices, ends } = setUp(end.signal);
  notices.begin();
  ends('watch', refused);
  ends('watch', answer(200));
  end.abort(new Error('over'));
  notices.listed();
  ends('watch', answer(200));
  expect(clock.pending()).toBe(0);
  expect(said).toEqual(['disconnected: nothing listens there']);
});
