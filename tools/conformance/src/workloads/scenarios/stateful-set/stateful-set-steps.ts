import type { Step } from '../scenario.ts';
import { labels } from '../steps.ts';

/** Differences from the default StatefulSet. */
interface StatefulSetShape {
  readonly spec?: object;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly podAnnotations?: Readonly<Record<string, string>>;
  readonly pod?: object;
}

/** Creates the StatefulSet `web`. */
export function statefulSet(replicas: number, shape: StatefulSetShape = {}): Step {
  const { spec, annotations, podAnnotations, pod } = shape;
  return {
    create: {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'web', ...(annotations && { annotations }) },
      spec: {
        replicas,
        serviceName: 'web',
        selector: { matchLabels: labels },
        template: {
          metadata: { labels, ...(podAnnotations && { annotations: podAnnotations }) },
          spec: { containers: [{ name: 'web', image: 'example.com/web:1' }], ...pod },
        },
        ...spec,
      },
    },
  };
}

/** Changes the spec of the StatefulSet `web`. */
export const patchSet = (spec: object): Step => ({ patch: 'StatefulSet', name: 'web', with: { spec } });

/** Gives the StatefulSet `web` another tag of its image. */
export const newImage = (tag: string, spec: object = {}): Step =>
  patchSet({
    template: { spec: { containers: [{ name: 'web', image: `example.com/web:${tag}` }] } },
    ...spec,
  });

/** Waits until a field of the StatefulSet `web` has a value. */
export const setHas = (field: string, equals: unknown): Step => ({ until: 'StatefulSet', name: 'web', field, equals });

/** Waits until the StatefulSet `web` has this many available Pods. */
export const setAvailable = (count: number): Step => setHas('status.availableReplicas', count);

/** Waits until no change is left to be made: longer than an update pauses between two Pods. */
export const settleSet: Step = { settle: true, quietMs: 2500 };

/** Pods that never become ready. */
export const neverReady = { 'simulated-node/ready': 'false' };
