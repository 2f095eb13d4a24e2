import type { Area } from '../../sequence.ts';
import { limitedResources } from './limited-resources.ts';
import { quotasOfObjects } from './objects.ts';
import { quotasOfPods } from './pods.ts';
import { resourceQuotas } from './resource-quotas.ts';
import { scopedQuotas } from './scopes.ts';

/** ResourceQuotas: what they must say, and what they do. */
export const quotaAreas: readonly Area[] = [
  resourceQuotas,
  quotasOfPods,
  scopedQuotas,
  quotasOfObjects,
  limitedResources,
];
