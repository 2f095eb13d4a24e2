import { badRequest, notFound, parseTime } from '@kb/apimachinery';
import type { Call } from '../../context/call.ts';
import { at, type FrozenObject, objectsIn, stringOf } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';

/** The lists of a Pod's containers, in the order in which messages name them. */
const lists = ['initContainers', 'containers', 'ephemeralContainers'] as const;
const statusLists = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const;

/** Returns the name of the container that a request means. Throws the StatusError of one that is not in the Pod. */
export function containerName(pod: FrozenObject, requested: string): string {
  const { name: podName = '' } = pod.metadata;
  const names = lists.flatMap((list) => objectsIn(at(pod, 'spec', list)).map(({ name }) => stringOf(name)));
  if (requested !== '')
    return names.includes(requested)
      ? requested
      : refuse(badRequest(`container ${requested} is not valid for pod ${podName}`));
  const [only, ...others] = objectsIn(at(pod, 'spec', 'containers'));
  if (only === undefined) return refuse(badRequest(`a container name must be specified for pod ${podName}`));
  if (others.length === 0) return stringOf(only.name);
  const message = `a container name must be specified for pod ${podName}, choose one of: [${names.join(' ')}]`;
  return refuse(badRequest(message));
}

/** Returns whether a Pod has been assigned to a node; throws the StatusError of a node that does not exist. */
export function hasNode({ server }: Pick<Call, 'server'>, pod: FrozenObject): boolean {
  const node = stringOf(at(pod, 'spec', 'nodeName'));
  if (node === '') return false;
  // As kube-apiserver words it: as if the node were the Pod.
  if (!server.store.collection('nodes').get('', node)) refuse(notFound({ group: '', plural: 'pods' }, node));
  return true;
}

/** A run of a container, as the status of its Pod reports it. */
export interface ReportedRun {
  readonly restartCount: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** The process has ended. */
  readonly ended: boolean;
}

/**
 * Finds the run of a container whose output a client gets: the current one, or the one before it. Returns the kubelet's
 * message if there is none.
 */
export function runWithOutput(pod: FrozenObject, container: string, previous: boolean): ReportedRun | string {
  const named = `container ${JSON.stringify(container)} in pod ${JSON.stringify(pod.metadata.name)}`;
  const status = statusOf(pod, container);
  if (status === undefined) return `${named} is not available`;
  const [state, last] = [at(status, 'state'), at(status, 'lastState', 'terminated')];
  const restartCount = Number(at(status, 'restartCount') ?? 0);
  const waiting = at(state, 'waiting');
  const [running, terminated] = [at(state, 'running'), at(state, 'terminated')];
  const before = hasID(last)
    ? {
        restartCount: running === undefined && terminated === undefined ? restartCount : Math.max(0, restartCount - 1),
        startedAt: startOf(last),
        ended: true,
      }
    : undefined;
  if (previous) return before ?? `previous terminated ${named} not found`;
  if (running !== undefined) return { restartCount, startedAt: startOf(running), ended: false };
  if (hasID(terminated)) return { restartCount, startedAt: startOf(terminated), ended: true };
  if (terminated !== undefined || last !== undefined) return before ?? `${named} is terminated`;
  if (waiting === undefined) return `${named} is waiting to start - no logs yet`;
  return `${named} is waiting to start: ${whyWaiting(stringOf(at(waiting, 'reason')))}`;
}

/** Returns the run of a container whose process runs; undefined if none does. */
export function currentRun(pod: FrozenObject, container: string): ReportedRun | undefined {
  const status = statusOf(pod, container);
  const running = at(status, 'state', 'running');
  if (running === undefined) return undefined;
  return { restartCount: Number(at(status, 'restartCount') ?? 0), startedAt: startOf(running), ended: false };
}

/** Calls a function once, when a run is over or its Pod is deleted; not after the returned function was called. */
export function onRunEnd(
  { server, endpoint }: Pick<Call, 'server' | 'endpoint'>,
  { container, restartCount, uid }: { readonly container: string; readonly restartCount: number; readonly uid: string },
  ended: () => void,
): () => void {
  const { namespace, name } = endpoint;
  const stop = server.store.collection('pods').subscribe(
    ({ type, current: { object } }) => {
      const isSame = type !== 'DELETED' && object.metadata.uid === uid;
      if (isSame && currentRun(object, container)?.restartCount === restartCount) return;
      stop();
      ended();
    },
    { namespace, name },
  );
  return stop;
}

/** The image of a container. */
export function imageOf(pod: FrozenObject, container: string): string {
  const found = lists.flatMap((list) => objectsIn(at(pod, 'spec', list))).find(({ name }) => name === container);
  return stringOf(found?.image);
}

function statusOf(pod: FrozenObject, container: string): unknown {
  return statusLists.flatMap((list) => objectsIn(at(pod, 'status', list))).find(({ name }) => name === container);
}

const hasID = (terminated: unknown): boolean => stringOf(at(terminated, 'containerID')) !== '';

const startOf = (state: unknown): number => parseTime(stringOf(at(state, 'startedAt'))) ?? 0;

function whyWaiting(reason: string): string {
  switch (reason) {
    case 'ErrImagePull':
      return "image can't be pulled";
    case 'ImagePullBackOff':
      return 'trying and failing to pull image';
    default:
      return reason;
  }
}
