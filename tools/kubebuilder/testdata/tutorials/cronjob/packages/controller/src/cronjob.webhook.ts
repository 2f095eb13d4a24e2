import { type FieldError, fieldInvalid, invalid, type Status } from '@kb/apimachinery';
import { parseSchedule } from '@kb/apimachinery/server';
import {
  type AdmittedObject,
  type Defaulter,
  type Validator,
  type WebhookBuilder,
  webhookFor,
} from '@kb/runtime/webhook';
import { type CronJob, cronJobs } from '@project/client/batch/v1';

// +kubebuilder:webhook:path=/mutate-batch-tutorial-kubebuilder-io-v1-cronjob,mutating=true,failurePolicy=fail,sideEffects=None,groups=batch.tutorial.kubebuilder.io,resources=cronjobs,verbs=create;update,versions=v1,name=mcronjob-v1.kb.io,admissionReviewVersions=v1

/** Sets what the author of a CronJob left out. */
export const cronJobDefaulter: Defaulter<CronJob> = (cronJob) => ({
  ...cronJob,
  spec: {
    ...cronJob.spec,
    concurrencyPolicy: cronJob.spec.concurrencyPolicy ?? 'Allow',
    suspend: cronJob.spec.suspend ?? false,
    successfulJobsHistoryLimit: cronJob.spec.successfulJobsHistoryLimit ?? 3,
    failedJobsHistoryLimit: cronJob.spec.failedJobsHistoryLimit ?? 1,
  },
});

// +kubebuilder:webhook:path=/validate-batch-tutorial-kubebuilder-io-v1-cronjob,mutating=false,failurePolicy=fail,sideEffects=None,groups=batch.tutorial.kubebuilder.io,resources=cronjobs,verbs=create;update,versions=v1,name=vcronjob-v1.kb.io,admissionReviewVersions=v1

/** Refuses what a CronJob must not say. */
export const cronJobValidator: Validator<CronJob> = {
  create: (object) => validateCronJob(object),
  update: (object) => validateCronJob(object),
};

function validateCronJob({ metadata, spec }: AdmittedObject<CronJob>): Status | undefined {
  const errors: FieldError[] = [];
  const { name = '' } = metadata;
  // A Job's name has 63 characters at most, and eleven of them tell the runs apart.
  if (name.length > 52) errors.push(fieldInvalid('metadata.name', name, 'must be no more than 52 characters'));
  const parsed = parseSchedule(spec.schedule);
  if ('error' in parsed) errors.push(fieldInvalid('spec.schedule', spec.schedule, parsed.error));
  return errors.length > 0 ? invalid(cronJobs, name, errors) : undefined;
}

/** The webhooks of CronJob. */
export const cronJobWebhooks: WebhookBuilder<CronJob> = webhookFor(cronJobs)
  .defaults(cronJobDefaulter)
  .validates(cronJobValidator);
