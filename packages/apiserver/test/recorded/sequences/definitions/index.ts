import type { Area } from '../../sequence.ts';
import { conversionWebhooks } from './conversion-webhooks.ts';
import { definitions } from './definitions.ts';
import { servedDefinitions } from './served.ts';

/** Definitions themselves: what is refused, what is served. */
export const definitionAreas: readonly Area[] = [definitions, servedDefinitions, conversionWebhooks];
