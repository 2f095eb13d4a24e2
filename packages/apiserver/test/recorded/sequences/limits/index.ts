import type { Area } from '../../sequence.ts';
import { limitRanges } from './limit-ranges.ts';
import { limitsOfPods } from './limits.ts';

/** LimitRanges: what they must say, and what they do. */
export const limitAreas: readonly Area[] = [limitRanges, limitsOfPods];
