import type { DeepReadonly } from '@kb/apimachinery';
import type { ServicePort } from '@kb/kubernetes/core/v1';
import type { LivePod } from '../../shared/kinds.ts';

/** Returns the number of the port of a Pod that a port of a Service leads to; undefined if the Pod has no such port. */
export function containerPort({ spec }: LivePod, port: DeepReadonly<ServicePort>): number | undefined {
  const { protocol = 'TCP', targetPort = port.port } = port;
  if (typeof targetPort === 'number') return targetPort;
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  const ports = [...spec.containers, ...sidecars].flatMap((container) => container.ports ?? []);
  return ports.find((one) => one.name === targetPort && (one.protocol ?? 'TCP') === protocol)?.containerPort;
}
