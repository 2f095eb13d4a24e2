import type { Area } from '../../sequence.ts';
import { definitionChanges } from './changes.ts';
import { definitionConditions } from './conditions.ts';
import { conversionWebhooks } from './conversion-webhooks.ts';
import { declarations } from './declarations.ts';
import { decoding } from './decoding.ts';
import { definitions } from './definitions.ts';
import { definitionDiscovery } from './discovery.ts';
import { definitionEnds } from './ends.ts';
import { definitionNames } from './names.ts';
import { definitionOverlaps } from './overlaps.ts';
import { ruledDefinitions } from './rules.ts';
import { servedDefinitions } from './served.ts';
import { definitionVersions } from './versions.ts';

/** Definitions: what is refused, and what is served. */
export const definitionAreas: readonly Area[] = [
  definitions,
  decoding,
  definitionNames,
  definitionVersions,
  declarations,
  definitionChanges,
  definitionConditions,
  definitionEnds,
  definitionDiscovery,
  definitionOverlaps,
  servedDefinitions,
  conversionWebhooks,
  ruledDefinitions,
];
