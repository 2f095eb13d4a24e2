import type { Area } from '../../sequence.ts';
import { aggregated } from './aggregated.ts';
import { health } from './health.ts';
import { legacy } from './legacy.ts';
import { openApi } from './open-api.ts';

/** Discovery, health and OpenAPI. The full documents are compared by `../../documents`. */
export const discoveryAreas: readonly Area[] = [legacy, aggregated, health, openApi];
