import { createVirtualClock } from '@kb/apimachinery';
import type { Credential } from '@kb/client';
import { expect, test } from 'vitest';
import { minutes, seconds } from '../durations.ts';
import { recordingLogger } from '../test-support/recording-logger.ts';
import { postCredentials } from './post-credentials.ts';
import type { PostedCredentials } from './thread-messages.ts';

/** Credentials of a program with a lifetime of ten minutes, as an access keeps them. */
function access(clock: ReturnType<typeof createVirtualClock>) {
  let made = 0;
  let held: { readonly credential: Credential; readonly expiresAt: number } | undefined;
  const make = () => {
    made += 1;
    held = { credential: { headers: { authorization: `Bearer ${made}` } }, expiresAt: clock.now() + minutes(10) };
    return held;
  };
  const tls = {};
  return {
    tls: () => Promise.resolve(tls),
    credentials: {
      current: async (validFor = 0) => (held && clock.now() + validFor < held.expiresAt ? held : make()).credential,
      reject: async (credential: Credential) => {
        if (held?.credential === credential) held = undefined;
        return true;
      },
    },
  };
}

test('credentials are posted at once, and replaced earlier before their end than a stall may last', async () => {
  const clock = createVirtualClock();
  const posted: [number, PostedCredentials['headers']][] = [];
  const began = clock.now();
  const { stop } = postCredentials({
    access: access(clock),
    clock,
    maxStall: seconds(60),
    log: recordingLogger().log,
    post: ({ headers }) => posted.push([(clock.now() - began) / 1000, headers]),
  });
  await clock.advance(minutes(20));
  stop();
  // Ten minutes less a stall of one minute and two checks.
  expect(posted).toEqual([
    [0, { authorization: 'Bearer 1' }],
    [520, { authorization: 'Bearer 2' }],
    [1040, { authorization: 'Bearer 3' }],
  ]);
  expect(clock.pending()).toBe(0);
});

test('credentials that the server refuses are replaced', async () => {
  const clock = createVirtualClock();
  const posted: PostedCredentials[] = [];
  const posting = postCredentials({
    access: access(clock),
    clock,
    maxStall: 0,
    log: recordingLogger().log,
    post: (credentials) => posted.push(credentials),
  });
  await clock.settle();
  posting.refused();
  await clock.settle();
  posting.stop();
  expect(posted.map(({ headers }) => headers['authorization'])).toEqual(['Bearer 1', 'Bearer 2']);
});

test('a failing source is logged and called again', async () => {
  const clock = createVirtualClock();
  const { log, lines } = recordingLogger();
  let fails = true;
  const good = access(clock);
  const posted: PostedCredentials[] = [];
  const { stop } = postCredentials({
    access: {
      ...good,
      credentials: {
        ...good.credentials,
        current: () => (fails ? Promise.reject(new Error('no program')) : good.credentials.current()),
      },
    },
    clock,
    maxStall: seconds(60),
    log,
    post: (credentials) => posted.push(credentials),
  });
  await clock.settle();
  expect([posted.length, lines.length]).toEqual([0, 1]);
  fails = false;
  await clock.advance(seconds(10));
  stop();
  expect(posted).toHaveLength(1);
});
