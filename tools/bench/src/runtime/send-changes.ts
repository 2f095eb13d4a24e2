import { setTimeout as sleep } from 'node:timers/promises';
import type { Load } from '../api-server/load.ts';
import { appServiceName, appServicesPath, SENT_ANNOTATION } from './app-services.ts';

/** Changes that are sent at a steady rate. */
export interface Changes {
  readonly namespace: string;
  /** How many objects there are; each is changed at most once. */
  readonly objects: number;
  readonly count: number;
  readonly perSecond: number;
}

/** A prime, so that changes next to each other in time have distant names. */
const STRIDE = 7919;

/**
 * Sends patches, each when its time has come, whether those before it are answered or not, and each with the time of
 * its sending. Resolves when all are answered.
 */
export async function sendChanges(load: Load, { namespace, objects, count, perSecond }: Changes): Promise<void> {
  if (count > objects) throw new RangeError('more changes than objects');
  const begun = performance.now();
  const answers: Promise<string>[] = [];
  for (let index = 0; index < count; index += 1) {
    const wait = begun + (index * 1000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    const name = appServiceName((index * STRIDE) % objects);
    const annotations = { [SENT_ANNOTATION]: String(process.hrtime.bigint()) };
    answers.push(
      load.request({
        method: 'PATCH',
        path: `${appServicesPath(namespace)}/${name}`,
        body: JSON.stringify({ metadata: { annotations } }),
        contentType: 'application/merge-patch+json',
      }),
    );
  }
  await Promise.all(answers);
}
