import type { Area } from '../../sequence.ts';
import { auditOfAccess } from './access.ts';
import { byPolicy } from './by-policy.ts';
import { everything } from './everything.ts';

/** Audit events: what they show of each request, and which of them a policy asks for. */
export const auditAreas: readonly Area[] = [everything, byPolicy, auditOfAccess];
