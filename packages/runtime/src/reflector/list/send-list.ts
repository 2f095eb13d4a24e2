import type { KubernetesList, KubernetesObject } from '@kb/apimachinery';
import { abortScope } from '../../abort-scope.ts';
import type { Milliseconds } from '../../durations.ts';
import { NoAnswerError } from '../retry/watch-errors.ts';
import type { ListRequest } from '../shared/lister-watcher.ts';
import type { ReflectorContext } from '../shared/reflector-context.ts';

/**
 * The timeout of lists. The API server ends requests after a minute, so a list without a response long after that never
 * gets one. Doubles with each consecutive timeout.
 */
const LIST_TIMEOUT: Milliseconds = 120_000;
const LONGEST_LIST_TIMEOUT: Milliseconds = 1_800_000;

/** Sends one list request. Rejects with a {@link NoAnswerError} when no response comes in time. */
export type SendList<T extends KubernetesObject> = (
  request: Omit<ListRequest, 'signal'>,
  signal: AbortSignal,
) => Promise<KubernetesList<T>>;

/** Makes the list requests of one reflector. */
export function createSendList<T extends KubernetesObject>({ name, source, clock }: ReflectorContext<T>): SendList<T> {
  let unansweredLists = 0;

  return async (request, signal) => {
    const scope = abortScope(signal);
    const timeout = Math.min(LIST_TIMEOUT * 2 ** unansweredLists, LONGEST_LIST_TIMEOUT);
    const cancel = clock.after(timeout, () => {
      unansweredLists += 1;
      scope.abort(new NoAnswerError(`list of ${name}`, timeout / 1000));
    });
    try {
      const list = await source.list({ ...request, signal: scope.signal });
      signal.throwIfAborted();
      unansweredLists = 0;
      rejectTable(list, name);
      return list;
    } finally {
      cancel();
      scope.close();
    }
  };
}

/** Throws when a list is a Table, which holds rows instead of objects. */
export function rejectTable(list: { readonly kind?: string; readonly apiVersion?: string }, plural: string): void {
  if (list.kind === 'Table' && list.apiVersion?.startsWith('meta.k8s.io/')) {
    throw new TypeError(`the list of ${plural} came as a Table (${list.apiVersion}): expected objects`);
  }
}
