import type { Area } from '../../sequence.ts';
import { conversionWebhooks } from './conversion-webhooks.ts';
import { definitions } from './definitions.ts';
import { ruledDefinitions } from './rules.ts';
import { servedDefinitions } from './served.ts';

/** Definitions: what is refused, and what is served. */
export const definitionAreas: readonly Area[] = [definitions, servedDefinitions, conversionWebhooks, ruledDefinitions];
