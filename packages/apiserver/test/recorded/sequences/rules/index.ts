import type { Area } from '../../sequence.ts';
import { changesAndRules } from './changes.ts';
import { costsOfRules } from './costs.ts';
import { requestsAndRules } from './requests.ts';
import { verdictsOfRules } from './verdicts.ts';

/** Custom objects and the rules in CEL of their schemas. */
export const ruleAreas: readonly Area[] = [verdictsOfRules, changesAndRules, requestsAndRules, costsOfRules];
