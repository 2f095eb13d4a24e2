import type { Condition, int32, int64, KubernetesObject, Time } from '@kb/apimachinery';
import type { JobTemplateSpec } from '@kb/kubernetes/batch/v1';
import type { ObjectReference } from '@kb/kubernetes/core/v1';

/** What happens to a run while another one is active. */
export type ConcurrencyPolicy = 'Allow' | 'Forbid' | 'Replace';

/** Desired state of a CronJob. */
export interface CronJobSpec {
  /** The schedule in cron format, see https://en.wikipedia.org/wiki/Cron. */
  // +kubebuilder:validation:MinLength=0
  schedule: string;
  /** How late a Job may start, in seconds. Missed runs count as failed. */
  // +kubebuilder:validation:Minimum=0
  startingDeadlineSeconds?: int64;
  /**
   * How to treat concurrent runs: "Allow" (default) lets them run, "Forbid" skips the next run while one is active,
   * "Replace" ends the active one.
   */
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
