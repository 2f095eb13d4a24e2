import type { Step } from '../scenario.ts';

/** Differences from the default volume or claim. */
interface StorageShape {
  readonly spec?: object;
  readonly labels?: object;
  readonly annotations?: object;
}

/** The name of a cluster-scoped object of the scenario. */
export const own = (name: string): string => `$NAMESPACE-${name}`;

/** Creates a PersistentVolume of the class `manual`: `⟨namespace⟩-⟨name⟩`. */
export const volume = (name: string, storage: string, shape: StorageShape = {}): Step => ({
  create: {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name: own(name),
      labels: { scenario: '$NAMESPACE', ...shape.labels },
      ...(shape.annotations && { annotations: shape.annotations }),
    },
    spec: {
      capacity: { storage },
      accessModes: ['ReadWriteOnce'],
      storageClassName: own('manual'),
      persistentVolumeReclaimPolicy: 'Retain',
      nfs: { server: 'nfs.example.com', path: '/' },
      ...shape.spec,
    },
  },
});

/** Creates a PersistentVolumeClaim of the class `manual`, which does not exist. */
export const claim = (name: string, storage: string, shape: StorageShape = {}): Step => ({
  create: {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, ...(shape.annotations && { annotations: shape.annotations }) },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: own('manual'),
      resources: { requests: { storage } },
      ...shape.spec,
    },
  },
});

/** Creates a StorageClass of the scenario. */
export const storageClass = (name: string, fields: object): Step => ({
  create: { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: own(name) }, ...fields },
});

/** Creates a Pod that uses a claim. */
export const consumer = (name: string, claimName: string, spec: object = {}): Step => ({
  create: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: {
      containers: [{ name: 'web', image: 'example.com/web:1' }],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }],
      ...spec,
    },
  },
});

/** Waits until a claim or a volume has a phase. */
export const claimIs = (name: string, phase: string): Step => ({
  until: 'PersistentVolumeClaim',
  name,
  field: 'status.phase',
  equals: phase,
});
export const volumeIs = (name: string, phase: string): Step => ({
  until: 'PersistentVolume',
  name: own(name),
  field: 'status.phase',
  equals: phase,
});
