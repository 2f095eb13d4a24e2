import type { AppService } from '@appservice/client/batch/v1alpha1';
import type { DeepReadonly } from '@kb/apimachinery';
import type { ServiceApply } from '@kb/kubernetes/core/v1';
import { labelsFor, selectorLabelsFor } from './labels-for.ts';

/**
 * The desired Service of an AppService; none without ports. Leaves out fields that the API server allocates (cluster
 * IP, node ports), so that they stay. A port with a node port makes it a NodePort Service.
 */
export function serviceFor(app: DeepReadonly<AppService>): ServiceApply | undefined {
  const { name, namespace } = app.metadata;
  const { ports } = app.spec;
  if (!ports?.length) return undefined;
  return {
    metadata: { name, namespace, labels: labelsFor(app) },
    spec: {
      type: ports.some(({ nodePort }) => nodePort !== undefined) ? 'NodePort' : 'ClusterIP',
      selector: selectorLabelsFor(app),
      // The protocol is part of a port's identity when fields are merged.
      ports: ports.map((port) => ({ ...port, protocol: port.protocol ?? 'TCP' })),
    },
  };
}
