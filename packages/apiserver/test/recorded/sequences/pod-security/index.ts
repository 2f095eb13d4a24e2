import type { Area } from '../../sequence.ts';
import { podSecurityChecks } from './checks.ts';
import { podSecurity } from './pod-security.ts';

/** Pod security standards, as the labels of namespaces name them. */
export const podSecurityAreas: readonly Area[] = [podSecurity, podSecurityChecks];
