import type { DeepReadonly } from '@kb/apimachinery';
import { asInt64, podRequests } from '@kb/apimachinery/server';
import type { Container } from '@kb/kubernetes/core/v1';
import type { LivePod } from '../../shared/kinds.ts';
import { milliOf } from './milli.ts';

/** The resources that a Pod itself may request, instead of its containers. */
const isPodLevel = (resource: string): boolean =>
  resource === 'cpu' || resource === 'memory' || resource.startsWith('hugepages-');

/**
 * Returns what each Pod requests of a resource, in thousandths, by its name: of one container, or of all that run
 * together; what the Pod itself requests replaces the sum. Throws an Error that names the Pod without a request.
 */
export function requestsOf(
  pods: readonly LivePod[],
  resource: string,
  container?: string,
): ReadonlyMap<string, bigint> {
  return new Map(
    pods.map((pod) => {
      const own = Object.keys(pod.spec.resources?.requests ?? {}).some(isPodLevel);
      const request = own && container === undefined ? requestOfPod(pod, resource) : sumOf(pod, resource, container);
      return [pod.metadata.name, request];
    }),
  );
}

/** What a Pod requests itself; of a resource that it does not name, what its containers request. */
function requestOfPod(pod: LivePod, resource: string): bigint {
  const request = podRequests(pod, { of: 'spec' }).get(resource);
  if (request === undefined) throw new Error(`missing pod-level request for ${resource} in Pod ${pod.metadata.name}`);
  return asInt64(request, 3);
}

function sumOf(pod: LivePod, resource: string, container: string | undefined): bigint {
  const { name } = pod.metadata;
  const counted = runningContainers(pod).filter((one) => container === undefined || one.name === container);
  if (counted.length === 0 && container !== undefined)
    throw new Error(`container ${container} not found in Pod ${name}`);
  return counted.reduce((sum, one) => {
    const request = one.resources?.requests?.[resource];
    if (request === undefined)
      throw new Error(`missing request for ${resource} in container ${one.name} of Pod ${name}`);
    return sum + milliOf(request);
  }, 0n);
}

/** The containers of a Pod that run all the time: not those that only initialize it. */
const runningContainers = ({ spec }: LivePod): readonly DeepReadonly<Container>[] => [
  ...spec.containers,
  ...(spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always'),
];
