import { definitionOperations } from './api-server/definitions.ts';
import { deletionOperations } from './api-server/deletion.ts';
import { listOperations } from './api-server/lists.ts';
import { quotaOperations } from './api-server/quotas.ts';
import { statefulSetOperations } from './api-server/stateful-sets.ts';
import { watchOperations } from './api-server/watches.ts';
import { writeOperations } from './api-server/writes.ts';
import { cacheOperations } from './cache/cache.ts';
import { generateOperations } from './generate/generate.ts';
import type { GrowthOperation } from './measure/growth-operation.ts';
import { importOperations } from './import/import.ts';
import { queueOperations } from './queue/queue.ts';
import { autoscalingOperations } from './simulation/autoscaling.ts';
import { cleanUpOperations } from './simulation/clean-up.ts';
import { nodeOperations } from './simulation/nodes.ts';
import { serviceOperations } from './simulation/services.ts';
import { volumeOperations } from './simulation/volumes.ts';
import { workloadOperations } from './simulation/workloads.ts';

/** Every operation whose growth is measured, in the order of the table. */
export const growthOperations: readonly GrowthOperation[] = [
  ...writeOperations,
  ...listOperations,
  ...watchOperations,
  ...deletionOperations,
  ...quotaOperations,
  ...workloadOperations,
  ...nodeOperations,
  ...serviceOperations,
  ...autoscalingOperations,
  ...cleanUpOperations,
  ...volumeOperations,
  ...statefulSetOperations,
  ...definitionOperations,
  ...cacheOperations,
  ...queueOperations,
  ...generateOperations,
  ...importOperations,
];
