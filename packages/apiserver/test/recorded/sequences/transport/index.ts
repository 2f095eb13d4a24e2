import type { Area } from '../../sequence.ts';
import { limits } from './limits.ts';
import { urls } from './urls.ts';
import { users } from './users.ts';

/** The layer between a client and the API: users, limits, URLs. */
export const transportAreas: readonly Area[] = [users, limits, urls];
