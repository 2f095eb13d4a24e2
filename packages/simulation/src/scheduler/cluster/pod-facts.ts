import { asInt64, podRequests } from '@kb/apimachinery/server';
import type { LivePod } from '../../shared/kinds.ts';

/** Amounts of resources: CPU in thousandths, everything else in its unit. */
export type Amounts = ReadonlyMap<string, number>;

/** What the scheduler needs to know about a Pod, computed once for each version of it. */
export interface PodFacts {
  readonly pod: LivePod;
  readonly uid: string;
  readonly namespace: string;
  readonly priority: number;
  /** What the Pod requests: its containers, init containers and sidecars, its overhead, or its own resources. */
  readonly requests: Amounts;
  /** The requests that scores count: containers without any count as small ones. */
  readonly scored: { readonly cpu: number; readonly memory: number };
  /** The ports of the host that it needs: `address/protocol/port`. */
  readonly hostPorts: readonly HostPort[];
  readonly isTerminating: boolean;
}

/** A port of the host that a Pod needs. */
export interface HostPort {
  /** `0.0.0.0`: all addresses. */
  readonly address: string;
  /** Such as `TCP/80`. */
  readonly port: string;
}

/** What a container without requests counts as in scores: a tenth of a CPU, and 200Mi. */
const unrequested = { cpu: '100m', memory: '200Mi' };

/** The priority of a Pod; 0 if the API server set none. */
export const priorityOf = ({ spec }: LivePod): number => spec.priority ?? 0;

/** Computes the {@link PodFacts} of a Pod. */
export function podFactsOf(pod: LivePod): PodFacts {
  const requests = amountsOf(pod, pod.spec);
  const scored = amountsOf(pod, withRequests(pod.spec));
  return {
    pod,
    uid: pod.metadata.uid,
    namespace: pod.metadata.namespace ?? '',
    priority: priorityOf(pod),
    requests,
    scored: { cpu: scored.get('cpu') ?? 0, memory: scored.get('memory') ?? 0 },
    hostPorts: hostPortsOf(pod),
    isTerminating: pod.metadata.deletionTimestamp !== undefined,
  };
}

function amountsOf(pod: LivePod, spec: LivePod['spec']): Map<string, number> {
  const requests = podRequests({ ...pod, spec }, { of: 'all' });
  return new Map([...requests].map(([name, amount]) => [name, Number(asInt64(amount, name === 'cpu' ? 3 : 0))]));
}

function withRequests(spec: LivePod['spec']): LivePod['spec'] {
  const filled = <C extends { readonly resources?: LivePod['spec']['containers'][number]['resources'] }>(
    container: C,
  ) => ({
    ...container,
    resources: { ...container.resources, requests: { ...unrequested, ...container.resources?.requests } },
  });
  const { containers, initContainers } = spec;
  return {
    ...spec,
    containers: containers.map(filled),
    ...(initContainers && { initContainers: initContainers.map(filled) }),
  };
}

function hostPortsOf({ spec }: LivePod): HostPort[] {
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  return [...spec.containers, ...sidecars].flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort = 0, hostIP, protocol }) =>
      hostPort === 0 ? [] : [{ address: hostIP || '0.0.0.0', port: `${protocol || 'TCP'}/${hostPort}` }],
    ),
  );
}
