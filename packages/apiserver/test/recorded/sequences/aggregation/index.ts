import type { Area } from '../../sequence.ts';
import { apiServiceKind } from './api-services.ts';

/** API aggregation: APIServices, and requests that other servers handle. */
export const aggregationAreas: readonly Area[] = [apiServiceKind];
