import type { int, int32 } from '@kb/apimachinery';
import type { JobTemplateSpec } from '@kb/kubernetes/batch/v1';

// What the runtime takes from another module, sigs.k8s.io/jobset.

/** digest:9GMXz5-s */
// +kubebuilder:validation:XValidation:rule="!(has(self.startupPolicy) && self.startupPolicy.startupPolicyOrder == 'InOrder' && self.replicatedJobs.exists(x, has(x.dependsOn)))",message="digest:tG5hU8Hz"
export interface JobSetSpec {
  /** digest:ON1j8Se1 */
  // +listType=map
  // +listMapKey=name
  replicatedJobs?: ReplicatedJob[];
  /** digest:8LHpXiGR */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:fgQxQFJy"
  network?: Network;
  /** digest:RSVH2dq7 */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:fgQxQFJy"
  successPolicy?: SuccessPolicy;
  /** digest:4c_Uue87 */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:fgQxQFJy"
  failurePolicy?: FailurePolicy;
  /** digest:ZyEE1T6i */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:fgQxQFJy"
  startupPolicy?: StartupPolicy;
  /** digest:HK2zbf1F */
  suspend?: boolean;
  /** digest:e8m7ueVa */
  coordinator?: Coordinator;
  /** digest:Z8hmvS1l */
  managedBy?: string;
  /** digest:AeusJgN6 */
  // +kubebuilder:validation:Minimum=0
  ttlSecondsAfterFinished?: int32;
}

export interface ReplicatedJob {
  /** digest:D7B3nYrf */
  name: string;
  /** digest:BH6GBn6I */
  template: JobTemplateSpec;
  /** digest:owNK8Zib */
  // +kubebuilder:default=1
  replicas?: int32;
  /** digest:FIzj8u8l */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:fgQxQFJy"
  // +kubebuilder:validation:MaxItems=1
  // +listType=map
  // +listMapKey=name
  dependsOn?: DependsOn[];
}

/** digest:40XC4wsP */
export interface DependsOn {
  /** digest:kjKD4Lwg */
  name: string;
  /** digest:KNUJlPNg */
  status: 'Ready' | 'Complete';
}

export interface Network {
  /** digest:HILmD2cT */
  enableDNSHostnames?: boolean;
  /** digest:hwa4WEm0 */
  subdomain?: string;
  /** digest:07I7HrMb */
  publishNotReadyAddresses?: boolean;
}

/** digest:7WyL27eb */
export type FailurePolicyAction = 'FailJobSet' | 'RestartJobSet' | 'RestartJobSetAndIgnoreMaxRestarts';

/** digest:-l6EGdTv */
export interface FailurePolicyRule {
  /** digest:wt-WoYSN */
  name: string;
  /** digest:XGHFn0eQ */
  action: FailurePolicyAction;
  /** digest:pyfcB8vz */
  onJobFailureReasons?: string[];
  /** digest:aR6XnE8I */
  // +listType=atomic
  targetReplicatedJobs?: string[];
}

export interface FailurePolicy {
  /** digest:nzE-tZY5 */
  maxRestarts?: int32;
  /** digest:4tIub4su */
  // +kubebuilder:default=Recreate
  restartStrategy?: JobSetRestartStrategy;
  /** digest:ei74Udfz */
  rules?: FailurePolicyRule[];
}

export type JobSetRestartStrategy = 'Recreate' | 'BlockingRecreate';

export interface SuccessPolicy {
  /** digest:c3ONNJdl */
  operator: 'All' | 'Any';
  /** digest:3WsrGSjH */
  // +listType=atomic
  targetReplicatedJobs?: string[];
}

export interface StartupPolicy {
  /** digest:oF9OGHlA */
  startupPolicyOrder: 'AnyOrder' | 'InOrder';
}

/** digest:6MiuCWmT */
export interface Coordinator {
  /** digest:F5gQfJzg */
  replicatedJob: string;
  /** digest:slKUnDi2 */
  jobIndex?: int;
  /** digest:pLE4wRx2 */
  podIndex?: int;
}
