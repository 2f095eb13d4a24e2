import { findSlowAttack } from '@kb/linear-time';
import { expect, test } from 'vitest';
import { hostileObjects, hostileWidgets } from '../../test/attacks/index.ts';
import { startWire, WIDGETS } from '../test-support/wire.ts';

/**
 * Large enough for errors without a limit to be too many, or too long, for the memory. Some attacks get answers that
 * grow with the square of the input up to their bound, which a 64th part of this reaches.
 */
const LARGEST = 512 * 1024;
/** The most causes that an answer has: one more says that there are more. */
const MOST_CAUSES = 10_001;
/** Each text is there twice, with its quotes escaped. */
const MOST_BYTES = 12 * 1024 * 1024;

const wire = startWire({ crds: [hostileWidgets] });

const post = (body: string, query = ''): ReturnType<typeof wire.send> =>
  wire.send('POST', `${WIDGETS}?dryRun=All${query}`, { body, headers: { 'content-type': 'application/json' } });

test.each(Object.entries(hostileObjects))('%s: the time grows with the size', async (_, attack) => {
  const read = ({ length }: string): Promise<unknown> => post(attack(length));
  expect(await findSlowAttack({ name: '', read, own: ['x'], general: false, largest: LARGEST })).toBeUndefined();
});

test.each(Object.entries(hostileObjects))('%s: the answer is bounded', async (_, attack) => {
  for (const query of ['', '&fieldValidation=Strict']) {
    const { status, body, text: answer } = await post(attack(LARGEST), query);
    expect([201, 400, 422]).toContain(status);
    expect(answer.length).toBeLessThan(MOST_BYTES);
    expect(body.details?.causes?.length ?? 0).toBeLessThanOrEqual(MOST_CAUSES);
  }
});
