import type { AppService } from '@appservice/client/batch/v1alpha1';
import type { DeepReadonly } from '@kb/apimachinery';
import type { DeploymentApply } from '@kb/kubernetes/apps/v1';
import type { ServicePort } from '@kb/kubernetes/core/v1';
import { labelsFor, selectorLabelsFor } from './labels-for.ts';

/** The desired Deployment of an AppService: only the fields that the operator decides. */
export function deploymentFor(app: DeepReadonly<AppService>): DeploymentApply {
  const { name, namespace } = app.metadata;
  const { replicas, image, resources, envs, ports } = app.spec;
  return {
    metadata: { name, namespace, labels: labelsFor(app) },
    spec: {
      replicas: replicas ?? 1,
      selector: { matchLabels: selectorLabelsFor(app) },
      template: {
        metadata: { labels: labelsFor(app) },
        spec: {
          containers: [
            {
              name: 'app',
              image,
              ...(resources ? { resources } : {}),
              ...(envs?.length ? { env: envs } : {}),
              ...(ports?.length ? { ports: containerPorts(ports) } : {}),
            },
          ],
        },
      },
    },
  };
}

interface ContainerPort {
  readonly containerPort: number;
  readonly protocol: string;
  readonly name?: string;
}

/**
 * The container's side of the Service's ports: the number that a port targets; for a target by name, a port of that
 * name with the Service's own number. Several ports may have one target.
 */
function containerPorts(ports: readonly DeepReadonly<ServicePort>[]): ContainerPort[] {
  const byNumber = new Map<string, ContainerPort>();
  for (const { port, targetPort = port, protocol = 'TCP' } of ports) {
    const containerPort = typeof targetPort === 'number' ? targetPort : port;
    const key = `${containerPort}/${protocol}`;
    const known = byNumber.get(key);
    byNumber.set(key, {
      ...known,
      containerPort,
      protocol,
      ...(typeof targetPort === 'string' ? { name: targetPort } : {}),
    });
  }
  return [...byNumber.values()];
}
