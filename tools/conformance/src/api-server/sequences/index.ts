import type { Area } from '../sequence.ts';
import { applyAreas } from './applies/index.ts';
import { customObjects } from './custom-objects.ts';
import { definitions } from './definitions.ts';
import { scales } from './custom-objects/scales.ts';
import { servedDefinitions } from './definitions/served.ts';
import { deletion } from './deletion.ts';
import { collections } from './deletion/collections.ts';
import { deleteOptions } from './deletion/delete-options.ts';
import { namespaceLives } from './deletion/namespaces.ts';
import { podDeletion } from './deletion/pods.ts';
import { found } from './found/index.ts';
import { discoveryAreas } from './discovery/index.ts';
import { kinds } from './kinds.ts';
import { coreKinds } from './kinds/core-kinds.ts';
import { olderAutoscalers } from './kinds/older-autoscalers.ts';
import { otherKinds } from './kinds/other-kinds.ts';
import { workloadKinds } from './kinds/workload-kinds.ts';
import { lists } from './lists.ts';
import { listAreas } from './lists/index.ts';
import { selectorAreas } from './selectors/index.ts';
import { watchAreas } from './watches/index.ts';
import { objects } from './objects.ts';
import { creates } from './objects/creates.ts';
import { metadata } from './objects/metadata.ts';
import { updates } from './objects/updates.ts';
import { patchAreas } from './patches/index.ts';
import { protocolAreas } from './protocol/index.ts';
import { protocol } from './protocol.ts';
import { tableAreas } from './tables/index.ts';
import { limits } from './transport/limits.ts';
import { urls } from './transport/urls.ts';
import { users } from './transport/users.ts';

/** Every sequence, by area. */
export const areas: readonly Area[] = [
  protocol,
  ...protocolAreas,
  users,
  limits,
  urls,
  objects,
  creates,
  metadata,
  updates,
  deletion,
  deleteOptions,
  collections,
  podDeletion,
  namespaceLives,
  ...patchAreas,
  ...applyAreas,
  lists,
  ...listAreas,
  ...selectorAreas,
  ...watchAreas,
  kinds,
  coreKinds,
  workloadKinds,
  otherKinds,
  olderAutoscalers,
  customObjects,
  definitions,
  servedDefinitions,
  scales,
  ...discoveryAreas,
  ...tableAreas,
  found,
];
