import type { SimulatedNode } from '@kb/simulation';
import type { Step } from '../scenario.ts';
import { labels } from '../steps.ts';

/** Three nodes; the second one has a fast disk. */
export const threeNodes: readonly SimulatedNode[] = ['a', 'b', 'c'].map((letter) => ({
  name: `node-${letter}`,
  labels: { zone: letter, ...(letter === 'b' && { disk: 'ssd' }) },
  capacity: { cpu: '2', memory: '4Gi', pods: '10' },
}));

/** Differences from the default DaemonSet. */
interface DaemonSetShape {
  readonly spec?: object;
  readonly metadata?: object;
  readonly podMetadata?: object;
  readonly pod?: object;
  readonly image?: string;
}

/** Creates the DaemonSet `web`, whose Pods end after a second. */
export function daemonSet(shape: DaemonSetShape = {}): Step {
  const { spec, metadata, podMetadata, pod, image = 'example.com/web:1' } = shape;
  return {
    create: {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'web', ...metadata },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels, ...podMetadata },
          spec: { containers: [{ name: 'web', image }], terminationGracePeriodSeconds: 1, ...pod },
        },
        ...spec,
      },
    },
  };
}

/** Changes the spec of the DaemonSet `web`. */
export const patchDaemon = (spec: object): Step => ({ patch: 'DaemonSet', name: 'web', with: { spec } });

/** Gives the DaemonSet `web` another tag of its image. */
export const newImage = (tag: string, spec: object = {}): Step =>
  patchDaemon({ template: { spec: { containers: [{ name: 'web', image: `example.com/web:${tag}` }] } }, ...spec });

/** Waits until a field of the DaemonSet `web` has a value. */
export const daemonHas = (field: string, equals: unknown): Step => ({ until: 'DaemonSet', name: 'web', field, equals });

/** Waits until the DaemonSet `web` has this many available Pods. */
export const daemonAvailable = (count: number): Step => daemonHas('status.numberAvailable', count);

/** Changes a node. */
export const patchNode = (name: string, value: object): Step => ({ patch: 'Node', name, with: value });

/** Changes the phase of the Pod `web-…` whose name is the first. */
export const setPhase = (phase: string): Step => ({
  patch: 'Pod',
  name: { startsWith: 'web-' },
  subresource: 'status',
  with: { status: { phase } },
});

/** Waits until no change is left to be made: longer than an update pauses between two Pods. */
export const settleDaemon: Step = { settle: true, quietMs: 3000 };
