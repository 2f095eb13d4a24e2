import { setTimeout as sleep } from 'node:timers/promises';
import type { Load } from '../api-server/load.ts';
import { appServiceName, appServicesPath, SENT_ANNOTATION } from './app-services.ts';

/** Changes to send at a steady rate. */
export interface Changes {
  readonly namespace: string;
  /** How many objects exist; each is changed at most once. */
  readonly objects: number;
  readonly count: number;
  readonly perSecond: number;
}

/** A prime step, so that consecutive changes go to objects with distant names. */
const STRIDE = 7919;

/**
 * Sends patches at the given rate, without waiting for earlier responses. Each carries the time when it is sent.
 * Resolves when the server has responded to all.
 */
export async function sendChanges(load: Load, { namespace, objects, count, perSecond }: Changes): Promise<void> {
  if (count > objects) throw new RangeError('more changes than objects');
  const begun = performance.now();
  const responses: Promise<string>[] = [];
  for (let index = 0; index < count; index += 1) {
    const wait = begun + (index * 1000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    const name = appServiceName((index * STRIDE) % objects);
    const annotations = { [SENT_ANNOTATION]: String(process.hrtime.bigint()) };
    responses.push(
      load.request({
        method: 'PATCH',
        path: `${appServicesPath(namespace)}/${name}`,
        body: JSON.stringify({ metadata: { annotations } }),
        contentType: 'application/merge-patch+json',
      }),
    );
  }
  await Promise.all(responses);
}
