import { findSlowAttack } from '@kb/linear-time';
import { expect, test } from 'vitest';
import { hostileDefinitions } from '../../test/attacks/index.ts';
import { DEFINITIONS, startWire } from '../test-support/wire.ts';

const wire = startWire();
const LARGEST = 128 * 1024;
/** The most causes that an answer has: one more says that there are more. */
const MOST_CAUSES = 10_001;
/** Each text is there twice, with its quotes escaped. */
const MOST_BYTES = 12 * 1024 * 1024;

test.each(Object.entries(hostileDefinitions))('%s: the time grows with the size', async (_, attack) => {
  const read = ({ length }: string): Promise<unknown> => wire.post(`${DEFINITIONS}?dryRun=All`, attack(length));
  expect(await findSlowAttack({ name: '', read, own: ['x'], general: false, largest: LARGEST })).toBeUndefined();
});

test.each(Object.entries(hostileDefinitions))('%s: the answer is bounded', async (_, attack) => {
  const { status, body } = await wire.post(`${DEFINITIONS}?dryRun=All`, attack(LARGEST));
  expect([201, 400, 422]).toContain(status);
  if (status !== 422) return;
  expect(body.details.causes.length).toBeLessThanOrEqual(MOST_CAUSES);
  expect(JSON.stringify(body).length).toBeLessThan(MOST_BYTES);
});
