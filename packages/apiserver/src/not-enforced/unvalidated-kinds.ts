/** Kinds of one group. */
export interface KindsOfGroup {
  readonly group: string;
  readonly kinds: readonly string[];
}

/** The kinds that people write, whose fields the server does not validate beyond their types. */
export const unvalidatedKinds: readonly KindsOfGroup[] = [
  { group: '', kinds: ['PodTemplate', 'ReplicationController'] },
  { group: 'autoscaling', kinds: ['HorizontalPodAutoscaler'] },
  { group: 'networking.k8s.io', kinds: ['Ingress', 'IngressClass', 'NetworkPolicy'] },
  { group: 'node.k8s.io', kinds: ['RuntimeClass'] },
  { group: 'policy', kinds: ['PodDisruptionBudget'] },
  { group: 'storage.k8s.io', kinds: ['CSIDriver', 'VolumeAttributesClass'] },
];

/**
 * The other kinds without validation: programs write them, some in every session, so a line about each would hide those
 * that matter. The documentation names them.
 */
export const unvalidatedKindsOfPrograms: readonly KindsOfGroup[] = [
  { group: '', kinds: ['Endpoints', 'Event', 'Node', 'PersistentVolume', 'ServiceAccount'] },
  { group: 'coordination.k8s.io', kinds: ['Lease'] },
  { group: 'events.k8s.io', kinds: ['Event'] },
  { group: 'storage.k8s.io', kinds: ['CSINode', 'CSIStorageCapacity', 'StorageClass', 'VolumeAttachment'] },
];
