import { type Clock, isNotFound, type ObjectKeyLike } from '@kb/apimachinery';
import { type Client, createRestMapper, NoMatchError } from '@kb/client';
import { CliError } from '../cli-error.ts';
import type { Manifest } from '../manifests/manifests.ts';
import { inOrder } from './object-order.ts';

/** The time between two looks, in milliseconds. */
const INTERVAL = 500;

/** Options of {@link removeObjects}. */
export interface RemoveObjectsOptions {
  readonly clock: Clock;
  readonly dryRun: boolean;
  /** The time that the objects may take to go, in milliseconds. */
  readonly timeout: number;
  /** Called for each object. */
  readonly removed: (manifest: Manifest, as: 'deleted' | 'not found') => void;
}

/** An object that was deleted, and a way to find out whether it is gone. */
interface Leaving {
  readonly what: string;
  readonly isGone: () => Promise<boolean>;
}

/**
 * Deletes objects in the reverse of the order in which they were applied, and waits until they are gone. Objects that
 * are not there are no error. Throws a CliError for what the API server refuses, and for what is still there after the
 * timeout, with its finalizers.
 */
export async function removeObjects(
  client: Client,
  manifests: readonly Manifest[],
  { clock, dryRun, timeout, removed }: RemoveObjectsOptions,
): Promise<void> {
  const mapper = createRestMapper(client);
  const leaving: Leaving[] = [];
  for (const manifest of inOrder(manifests).toReversed()) {
    const { object } = manifest;
    const { name = '', namespace = '' } = object.metadata;
    const what = `${object.kind} ${[namespace, name].filter(Boolean).join('/')}`;
    const found = await mapper.resourceOf(object).catch((error: unknown) => {
      if (error instanceof NoMatchError) return undefined;
      throw error;
    });
    if (found === undefined) {
      removed(manifest, 'not found');
      continue;
    }
    const key: ObjectKeyLike = { namespace: found.namespaced ? namespace : '', name };
    try {
      await client.delete(found, key, { dryRun, propagationPolicy: 'Background' });
    } catch (error) {
      if (!isNotFound(error)) {
        const message = error instanceof Error ? error.message : String(error);
        throw new CliError('KB_MANIFEST_REFUSED', `${what}: ${message}`, { cause: error });
      }
      removed(manifest, 'not found');
      continue;
    }
    removed(manifest, 'deleted');
    leaving.push({ what, isGone: async () => isGone(client.get(found, key)) });
  }
  if (!dryRun) await untilGone(leaving, clock, timeout);
}

async function isGone(read: Promise<unknown>): Promise<boolean> {
  return read.then(
    () => false,
    (error: unknown) => {
      if (isNotFound(error)) return true;
      throw error;
    },
  );
}

async function untilGone(leaving: readonly Leaving[], clock: Clock, timeout: number): Promise<void> {
  const deadline = clock.now() + timeout;
  let left = leaving;
  for (;;) {
    const looks = await Promise.all(left.map(async (one) => ((await one.isGone()) ? [] : [one])));
    left = looks.flat();
    if (left.length === 0) return;
    if (clock.now() >= deadline) {
      throw new CliError(
        'KB_STILL_THERE',
        `still there after ${timeout / 1000} s: ${left.map(({ what }) => what).join(', ')}`,
        { hint: 'They are being deleted. Objects with finalizers wait for the operator that set them.' },
      );
    }
    await clock.sleep(INTERVAL);
  }
}
