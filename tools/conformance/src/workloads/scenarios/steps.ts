import type { Step } from './scenario.ts';

/** Differences from the default Deployment. */
interface DeploymentShape {
  readonly spec?: object;
  readonly image?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly podAnnotations?: Readonly<Record<string, string>>;
  readonly pod?: object;
}

/** The labels of all Pods of the Deployment `web`. */
export const labels = { app: 'web' };

/** Creates the Deployment `web`. */
export function deployment(replicas: number, shape: DeploymentShape = {}): Step {
  const { spec, image = 'example.com/web:1', annotations, podAnnotations, pod } = shape;
  const metadata = { labels, ...(podAnnotations && { annotations: podAnnotations }) };
  return {
    create: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', ...(annotations && { annotations }) },
      spec: {
        replicas,
        selector: { matchLabels: labels },
        template: {
          metadata,
          spec: { containers: [{ name: 'web', image, ports: [{ name: 'http', containerPort: 80 }] }], ...pod },
        },
        ...spec,
      },
    },
  };
}

/** Creates the ReplicaSet `web`. */
export const replicaSet = (replicas: number): Step => ({
  create: {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name: 'web' },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'example.com/web:1' }] } },
    },
  },
});

/** Creates a Pod. */
export const pod = (name: string, podLabels: object): Step => ({
  create: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: podLabels },
    spec: { containers: [{ name: 'web', image: 'example.com/web:1' }] },
  },
});

/** Creates a ConfigMap. */
export const configMap = (name: string, metadata: object = {}): Step => ({
  create: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata } },
});

/** Creates the Service `web`. */
export const service = (spec: object): Step => ({
  create: { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web', labels }, spec: { selector: labels, ...spec } },
});

/** Changes the spec and the annotations of the Deployment `web`. */
export const patch = (spec: object, annotations?: object): Step => ({
  patch: 'Deployment',
  name: 'web',
  with: { spec, ...(annotations && { metadata: { annotations } }) },
});

/** Returns a spec with another tag of the image. */
export const image = (tag: string): object => ({
  template: {
    spec: {
      containers: [{ name: 'web', image: `example.com/web:${tag}`, ports: [{ name: 'http', containerPort: 80 }] }],
    },
  },
});

/** Waits until a field of the Deployment `web` has a value. */
export const deploymentHas = (field: string, equals: unknown): Step => ({
  until: 'Deployment',
  name: 'web',
  field,
  equals,
});

/** Waits until the Deployment `web` has this many available Pods. */
export const available = (count: number): Step => deploymentHas('status.availableReplicas', count);

/** Waits until nothing changes any more. */
export const settle: Step = { settle: true };
