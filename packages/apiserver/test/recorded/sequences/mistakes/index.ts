import type { Area } from '../../sequence.ts';
import { cronJobMistakes } from './cron-jobs.ts';
import { jobMistakes } from './jobs.ts';
import { jobStatusMistakes } from './job-statuses.ts';

/** Objects of built-in kinds that break a rule, and what the refusals say. */
export const mistakeAreas: readonly Area[] = [cronJobMistakes, jobMistakes, jobStatusMistakes];
