import type { Area } from '../../sequence.ts';
import { coreKinds } from './core-kinds.ts';
import { kinds } from './kinds.ts';
import { olderAutoscalers } from './older-autoscalers.ts';
import { kindsOfOtherGroups } from './kinds-of-other-groups.ts';
import { podSubresources } from './pod-subresources.ts';
import { securityAnnotations } from './security-annotations.ts';
import { tokens } from './tokens.ts';
import { workloadKinds } from './workload-kinds.ts';

/** How built-in kinds differ: defaults, validation, and what an update keeps. */
export const kindAreas: readonly Area[] = [
  kinds,
  coreKinds,
  workloadKinds,
  kindsOfOtherGroups,
  olderAutoscalers,
  podSubresources,
  securityAnnotations,
  tokens,
];
