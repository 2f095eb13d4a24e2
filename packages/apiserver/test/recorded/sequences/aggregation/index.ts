import type { Area } from '../../sequence.ts';
import { apiServiceKind } from './api-services.ts';
import { availability } from './availability.ts';
import { proxiedRequests } from './proxied-requests.ts';

/** API aggregation: APIServices, and whether the servers behind them are available. */
export const aggregationAreas: readonly Area[] = [apiServiceKind, availability, proxiedRequests];
