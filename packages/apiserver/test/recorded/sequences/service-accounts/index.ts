import type { Area } from '../../sequence.ts';
import { serviceAccountPods } from './service-accounts.ts';

/** What the admission of Pods does for their ServiceAccounts. */
export const serviceAccountAreas: readonly Area[] = [serviceAccountPods];
