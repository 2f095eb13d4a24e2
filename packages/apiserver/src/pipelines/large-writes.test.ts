import { settleEventLoop } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { type Answer, startWire, widget, widgetDefinition, WIDGETS } from '../test-support/wire.ts';

const preserving = widgetDefinition({
  schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
});
const wire = startWire({ crds: [preserving] });
const small = { color: 'red' };
const large = { text: 'x'.repeat(200_000) };

/** How many requests are answered until a write is done, one in every turn of the event loop. */
async function answeredUntil(write: Promise<Answer>): Promise<number> {
  const state = { done: false };
  const writing = write.finally(() => (state.done = true));
  let answered = 0;
  for (; !state.done; answered += 1) {
    await wire.get(`${WIDGETS}/first`);
    await settleEventLoop(1);
  }
  expect((await writing).status).toBeLessThan(300);
  return answered;
}

test('lets others be answered between the parts of a large write, and does a small one at once', async () => {
  await wire.post(WIDGETS, widget('first'));
  const [fewest, most] = [4, 2];
  const writes: readonly ((spec: object) => Promise<Answer>)[] = [
    (spec) => wire.post(`${WIDGETS}?dryRun=All`, widget('a', spec)),
    (spec) => wire.merge(`${WIDGETS}/first`, { spec }),
    (spec) => wire.apply(`${WIDGETS}/first?force=true`, 'm', widget('first', spec)),
  ];
  for (const write of writes) {
    expect(await answeredUntil(write(large))).toBeGreaterThanOrEqual(fewest);
    await wire.merge(`${WIDGETS}/first`, { spec: { text: null } });
    expect(await answeredUntil(write(small))).toBeLessThanOrEqual(most);
  }
});

test('two changes of a large object at the same time are both made', async () => {
  await wire.post(WIDGETS, widget('second', large));
  const writes = [{ spec: { color: 'blue' } }, { metadata: { labels: { a: 'b' } } }];
  const answers = await Promise.all(writes.map((patch) => wire.merge(`${WIDGETS}/second`, patch)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { body } = await wire.get(`${WIDGETS}/second`);
  expect([body.spec.color, body.metadata.labels]).toEqual(['blue', { a: 'b' }]);
});

test('a large object is not created twice', async () => {
  const answers = await Promise.all([1, 2].map(() => wire.post(WIDGETS, widget('third', large))));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
});
