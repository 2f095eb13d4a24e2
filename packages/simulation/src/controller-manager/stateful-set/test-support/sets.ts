import { formatTime } from '@kb/apimachinery';
import type { LivePod } from '../../../shared/kinds.ts';
import { type LiveStatefulSet, REVISION_LABEL } from '../members.ts';

/** A StatefulSet `web` as the caches hold it, for tests of calculations. */
export const setOf = (
  spec: Partial<LiveStatefulSet['spec']>,
  status?: LiveStatefulSet['status'],
  generation = 1,
): LiveStatefulSet => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: {
    name: 'web',
    namespace: 'default',
    uid: 'uid of the set',
    resourceVersion: '1',
    creationTimestamp: formatTime(0),
    generation,
  },
  spec: { serviceName: 'web', selector: { matchLabels: { app: 'web' } }, template: {}, ...spec },
  ...(status && { status }),
});

/** A Pod of that set. */
export const podOf = (
  name: string,
  { ready = false, revision = 'web-1' }: { readonly ready?: boolean; readonly revision?: string } = {},
): LivePod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace: 'default',
    uid: `uid of ${name}`,
    resourceVersion: '1',
    creationTimestamp: formatTime(0),
    labels: { [REVISION_LABEL]: revision },
  },
  spec: { containers: [] },
  status: {
    phase: ready ? 'Running' : 'Pending',
    conditions: [{ type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime: formatTime(0) }],
  },
});
