import type { Area } from '../../sequence.ts';
import { ruleCorners } from './rule-corners.ts';
import { schemaCorners } from './schema-corners.ts';
import { upgrades } from './upgrades.ts';

/** Definitions that change under their objects, and what several extensions of schemas do together. */
export const customCornerAreas: readonly Area[] = [upgrades, schemaCorners, ruleCorners];
