import { type ContainerHost, type ContainerUsage, type HostedPod, parseTime } from '@kb/apimachinery';
import { at, type FrozenObject, objectsIn, stringOf } from '../objects/api-object.ts';
import type { Store } from '../storage/store.ts';

/** What the metrics are computed from. */
export interface MetricsSources {
  readonly store: Store;
  readonly now: () => number;
  readonly usage: NonNullable<ContainerHost['usage']>;
}

/** What a running container uses. */
export interface MeasuredContainer {
  readonly name: string;
  readonly node: string;
  readonly usage: ContainerUsage;
}

/** The lists of statuses, and those of the containers that they belong to. */
const lists = [
  ['initContainerStatuses', 'initContainers'],
  ['containerStatuses', 'containers'],
] as const;

/**
 * Returns what the running containers of a Pod use. Undefined if none runs, or if one has run for less than `window`
 * milliseconds: metrics-server then has nothing of the Pod.
 */
export function measurePod(
  pod: FrozenObject,
  { usage, now }: Pick<MetricsSources, 'usage' | 'now'>,
  window: number,
): readonly MeasuredContainer[] | undefined {
  const node = stringOf(at(pod, 'spec', 'nodeName'));
  if (node === '') return undefined;
  const measured: MeasuredContainer[] = [];
  for (const [statuses, containers] of lists) {
    for (const status of objectsIn(at(pod, 'status', statuses))) {
      const running = at(status, 'state', 'running');
      if (running === undefined) continue;
      const startedAt = parseTime(stringOf(at(running, 'startedAt'))) ?? 0;
      if (now() - startedAt < window) return undefined;
      const name = stringOf(status.name);
      const container = objectsIn(at(pod, 'spec', containers)).find((one) => one.name === name);
      const restartCount = Number(at(status, 'restartCount') ?? 0);
      const image = stringOf(container?.image);
      // Stored objects have been validated.
      const target = { pod: pod as HostedPod, container: name, image, restartCount, startedAt };
      measured.push({ name, node, usage: usage(target) });
    }
  }
  return measured.length === 0 ? undefined : measured;
}
