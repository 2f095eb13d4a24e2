import type { Condition, int32, int64, KubernetesObject, Time } from '@kb/apimachinery';
import type { JobTemplateSpec } from '@kb/kubernetes/batch/v1';
import type { ObjectReference } from '@kb/kubernetes/core/v1';

/** A part of a schedule: `*` when it is left out. */
export type CronField = string;

/** When a CronJob runs. */
export interface CronSchedule {
  /** The minutes of the hour. */
  minute?: CronField;
  /** The hours of the day. */
  hour?: CronField;
  /** The days of the month. */
  dayOfMonth?: CronField;
  /** The months of the year. */
  month?: CronField;
  /** The days of the week. */
  dayOfWeek?: CronField;
}

/** What happens to a run while another one is active. */
export type ConcurrencyPolicy = 'Allow' | 'Forbid' | 'Replace';

/** Desired state of a CronJob. */
export interface CronJobSpec {
  /** When it runs. */
  schedule: CronSchedule;
  /** How late a Job may start, in seconds. Missed runs count as failed. */
  // +kubebuilder:validation:Minimum=0
  startingDeadlineSeconds?: int64;
  /** How to treat concurrent runs. */
  // +kubebuilder:default:=Allow
  concurrencyPolicy?: ConcurrencyPolicy;
  /** Whether later runs are suspended. */
  suspend?: boolean;
  /** The Job that is created at each run. */
  jobTemplate: JobTemplateSpec;
  /** How many Jobs that succeeded are kept. */
  // +kubebuilder:validation:Minimum=0
  successfulJobsHistoryLimit?: int32;
  /** How many Jobs that failed are kept. */
  // +kubebuilder:validation:Minimum=0
  failedJobsHistoryLimit?: int32;
}

/** Observed state of a CronJob. */
export interface CronJobStatus {
  /** The running Jobs. */
  // +listType=atomic
  // +kubebuilder:validation:MinItems=1
  // +kubebuilder:validation:MaxItems=10
  active?: ObjectReference[];
  /** When a Job was created last. */
  lastScheduleTime?: Time;
  /** How it stands. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** CronJob creates Jobs on a schedule. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
export interface CronJob extends KubernetesObject {
  spec: CronJobSpec;
  status?: CronJobStatus;
}
