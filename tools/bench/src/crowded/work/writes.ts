import { type Crowd, NAMESPACES } from '../crowd/crowd.ts';
import { largeConfigMap } from '../crowd/objects.ts';
import type { BulkWork } from './bulk-work.ts';

const LARGE = `${NAMESPACES}/large/configmaps`;

/** Writes, and a read, of objects of 1 MB. */
export const writes: readonly BulkWork[] = [
  {
    name: 'update of 1 MB',
    repeatable: true,
    prepare: makeLarge,
    run: async ({ load }) => {
      const body = JSON.stringify(largeConfigMap(nextText()));
      await load.request({ method: 'PUT', path: `${LARGE}/large`, body });
    },
  },
  {
    name: 'merge patch of 1 MB',
    repeatable: true,
    prepare: makeLarge,
    run: async ({ load }) => {
      const body = JSON.stringify({ data: { 'key-0': nextText() } });
      await load.request({
        method: 'PATCH',
        path: `${LARGE}/large`,
        body,
        contentType: 'application/merge-patch+json',
      });
    },
  },
  {
    name: 'apply of 1 MB',
    repeatable: true,
    prepare: makeLarge,
    run: async ({ load }) => {
      await load.request({
        method: 'PATCH',
        path: `${LARGE}/large?fieldManager=bench&force=true`,
        body: JSON.stringify(largeConfigMap(nextText())),
        contentType: 'application/apply-patch+yaml',
      });
    },
  },
  {
    name: 'get of 1 MB',
    repeatable: true,
    prepare: makeLarge,
    run: async ({ load }) => void (await load.read(`${LARGE}/large`)),
  },
];

let texts = 0;

/** Returns a different text on each call, so that each write changes the object. */
function nextText(): string {
  texts += 1;
  return `text ${texts}`;
}

async function makeLarge(crowd: Crowd): Promise<void> {
  const { items } = JSON.parse(
    await crowd.load.request({ method: 'GET', path: `${NAMESPACES}?fieldSelector=metadata.name%3Dlarge` }),
  );
  if (items.length > 0) return;
  await crowd.create(NAMESPACES, { metadata: { name: 'large' } });
  await crowd.create(LARGE, largeConfigMap(nextText()));
}
