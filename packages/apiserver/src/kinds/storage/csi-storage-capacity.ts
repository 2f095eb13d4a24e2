import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { genericStrategy } from '../shared/generic-strategy.ts';

/** CSIStorageCapacity: the remaining storage of a driver for a class of nodes. */
export const csiStorageCapacity: BuiltInKind = {
  group: 'storage.k8s.io',
  kind: 'CSIStorageCapacity',
  strategy: { ...genericStrategy, unconditionalUpdate: false },
};
