import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { genericStrategy } from '../shared/generic-strategy.ts';

/** CSIStorageCapacity: how much storage a driver has left for a class of nodes. */
export const csiStorageCapacity: BuiltInKind = {
  group: 'storage.k8s.io',
  kind: 'CSIStorageCapacity',
  strategy: { ...genericStrategy, unconditionalUpdate: false },
};
