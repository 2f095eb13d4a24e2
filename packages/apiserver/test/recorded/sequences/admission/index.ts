import type { Area } from '../../sequence.ts';
import { annotations } from './annotations.ts';
import { callerAreas } from './callers.ts';
import { betweenWebhooks } from './between-webhooks.ts';
import { conditions } from './conditions.ts';
import { configurations } from './configurations.ts';
import { detours } from './detours.ts';
import { matching } from './matching.ts';
import { sentReviews } from './sent-reviews.ts';
import { webhookAnswers } from './webhook-answers.ts';

/** Admission webhooks: when they are called, what they are sent, and what their answers do. */
export const admissionAreas: readonly Area[] = [
  sentReviews,
  webhookAnswers,
  detours,
  matching,
  conditions,
  betweenWebhooks,
  annotations,
  configurations,
  ...callerAreas,
];
