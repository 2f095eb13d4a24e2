import {
  type DeepReadonly,
  formatObjectKey,
  keyOf,
  type KubernetesObject,
  type ObjectKey,
  parseObjectKey,
  type Resource,
} from '@kb/apimachinery';
import { type Client, interceptClient } from '@kb/client';
import type { Cache } from '../../cache/cache.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { RunRecorder } from '../../inspection/run-recorder.ts';
import type { AnyResource } from '../../resources.ts';
import { aboutRequest, describeAnswer, describeRefusal, objectIn, type RequestSubject } from './describe-request.ts';
import { createSeenObjects } from './seen-objects.ts';

/** Options of {@link recordRequests}. */
export interface RecordRequestsOptions {
  readonly recorder: RunRecorder;
  /** Has objects as they were before a write. */
  readonly cache: Cache;
  /** The name of the cluster; empty for the manager's own. */
  readonly cluster: string;
}

/**
 * Makes a client that records the requests of one run with their answers. Streams (watches, logs, connections to Pods)
 * and requests of other paths are not recorded.
 */
export function recordRequests(client: Client, { recorder, cache, cluster }: RecordRequestsOptions): Client {
  const seen = createSeenObjects(cache);

  const recorded = async <R>(subject: RequestSubject, send: () => Promise<R>): Promise<R> => {
    const { resource, key, verb } = subject;
    const before = key && seen.get(resource, key);
    const about = aboutRequest(subject, cluster);
    const tell = recorder.request();
    try {
      const answer = await send();
      const object = objectIn(answer, subject);
      if (object && subject.dryRun !== true) {
        seen.note(resource, key, object);
        if (verb !== 'get') recorder.wrote(object.metadata.uid, object.metadata.resourceVersion);
      }
      tell(() => ({ ...about, saved: false, ...describeAnswer(subject, before, object) }));
      return answer;
    } catch (error) {
      tell((room) => ({ ...about, saved: false, ...describeRefusal(error, room) }));
      throw error;
    }
  };

  /** Sends a request about an object, or about all of a resource if there is no `target`. */
  const call = <R>(
    verb: string,
    resource: Resource<KubernetesObject, unknown>,
    target: unknown,
    how: { readonly dryRun?: boolean; readonly namespace?: string } | undefined,
    send: () => Promise<R>,
    subresource?: string,
  ): Promise<R> => {
    const { dryRun, namespace } = how ?? {};
    const key = target === undefined ? undefined : keyIn(target);
    return recorded({ verb, resource, key, subresource, namespace: key?.namespace ?? namespace, dryRun }, send);
  };

  return interceptClient(client, {
    get: (to, resource, key, how) => call('get', resource, key, {}, () => to.get(resource, key, how)),
    list: (to, resource, how) => call('list', resource, undefined, how, () => to.list(resource, how)),
    create: (to, resource, object, how) =>
      call('create', resource, object, how, () => to.create(resource, object, how)),
    update: (to, resource, object, how) =>
      call('update', resource, object, how, () => to.update(resource, object, how)),
    updateStatus: (to, resource, object, how) =>
      call('update', resource, object, how, () => to.updateStatus(resource, object, how), 'status'),
    patch: (to, resource, key, patch, how) =>
      call('patch', resource, key, how, () => to.patch(resource, key, patch, how)),
    apply: (to, resource, object, how) => call('apply', resource, object, how, () => to.apply(resource, object, how)),
    applyStatus: (to, resource, object, how) =>
      call('apply', resource, object, how, () => to.applyStatus(resource, object, how), 'status'),
    delete: (to, resource, key, how) => call('delete', resource, key, how, () => to.delete(resource, key, how)),
    deleteCollection: (to, resource, how) =>
      call('deletecollection', resource, undefined, how, () => to.deleteCollection(resource, how)),
    subresource: {
      get: ({ resource, name }, verbs, key, how) => call('get', resource, key, {}, () => verbs.get(key, how), name),
      update: ({ resource, name }, verbs, key, object, how) =>
        call('update', resource, key, how, () => verbs.update(key, object, how), name),
      patch: ({ resource, name }, verbs, key, patch, how) =>
        call('patch', resource, key, how, () => verbs.patch(key, patch, how), name),
      apply: ({ resource, name }, verbs, key, object, how) =>
        call('apply', resource, key, how, () => verbs.apply(key, object, how), name),
      create: ({ resource, name }, verbs, key, object, how) =>
        call('create', resource, key, how, () => verbs.create(key, object, how), name),
    },
  });
}

/** Makes a cluster whose client records the requests of one run. */
export function recordCluster({ name, client, cache }: Cluster, recorder: RunRecorder): Cluster {
  return { name, client: recordRequests(client, { recorder, cache, cluster: name }), cache };
}

/** Records an apply that was not sent, because the live object is as it should be. */
export function recordSavedApply(
  recorder: RunRecorder,
  resource: AnyResource,
  live: DeepReadonly<KubernetesObject>,
  subresource: 'status' | undefined,
): void {
  const key = keyOf(live);
  const { uid, resourceVersion } = live.metadata;
  const subject = { verb: 'apply', resource, subresource, key, namespace: key.namespace, dryRun: false };
  recorder.request()(() => ({ ...aboutRequest(subject, ''), saved: true, uid, resourceVersion }));
}

/**
 * Returns the key of a request's target, an object or a key; undefined if it has none, which the client will refuse.
 */
function keyIn(target: unknown): ObjectKey | undefined {
  try {
    const key = parseObjectKey(target as ObjectKey);
    return formatObjectKey(key) === '' || typeof key.name !== 'string' ? undefined : key;
  } catch {
    return undefined;
  }
}
