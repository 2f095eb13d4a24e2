import type { Area } from '../../sequence.ts';
import { collections } from './collections.ts';
import { deleteOptions } from './delete-options.ts';
import { deletion } from './deletion.ts';
import { evictions } from './evictions.ts';
import { namespaceLives } from './namespaces.ts';
import { podDeletion } from './pods.ts';

/** Deletion: of objects, collections, pods and namespaces. */
export const deletionAreas: readonly Area[] = [
  deletion,
  deleteOptions,
  collections,
  podDeletion,
  evictions,
  namespaceLives,
];
