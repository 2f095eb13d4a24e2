import { createVirtualClock, seededRandom } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { createServiceAccountTokens, OWN_AUDIENCE } from './service-account-tokens.ts';

const user = { name: 'system:serviceaccount:ns:a', groups: [] };

test('a token is valid until it expires', async () => {
  const clock = createVirtualClock();
  const tokens = createServiceAccountTokens(clock, seededRandom(1));
  const expires = clock.now() + 600_000;
  const token = tokens.issue(() => ({ user, audiences: [OWN_AUDIENCE], expires, isValid: () => true }));
  expect(tokens.find(token)?.user).toBe(user);
  await clock.advance(599_999);
  expect(tokens.find(token)?.user).toBe(user);
  await clock.advance(1);
  expect(tokens.find(token)).toBeUndefined();
});

test('a token is valid while the object that it is bound to exists', () => {
  const clock = createVirtualClock();
  const tokens = createServiceAccountTokens(clock, seededRandom(1));
  let there = true;
  const expires = clock.now() + 1000;
  const token = tokens.issue(() => ({ user, audiences: [OWN_AUDIENCE], expires, isValid: () => there }));
  expect(tokens.find(token)?.expires).toBe(expires);
  there = false;
  expect(tokens.find(token)).toBeUndefined();
});

test.each(['', '.', 'x', '__proto__'])('%j is not a token', (text) => {
  const clock = createVirtualClock();
  const tokens = createServiceAccountTokens(clock, seededRandom(1));
  const grant = { user, audiences: [], expires: clock.now() + 1000, isValid: () => true };
  const token = tokens.issue(() => grant);
  expect(tokens.find(text)).toBeUndefined();
  expect(tokens.find(`${token}0`)).toBeUndefined();
  expect(tokens.find(token.split('.')[0] ?? '')).toBeUndefined();
});
