import type { AppService } from '@appservice/client/batch/v1alpha1';
import type { DeepReadonly } from '@kb/apimachinery';
import type { ServiceApply } from '@kb/kubernetes/core/v1';
import { labelsFor, selectorLabelsFor } from './labels-for.ts';

/**
 * The Service that an AppService asks for; none without ports. What the API server allocates (cluster IP, node ports)
 * is left out, so that it stays as it was allocated. A port with a number for the nodes makes it a NodePort Service.
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
