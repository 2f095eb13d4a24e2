import type { int32, IntOrString, KubernetesObject, ObjectMeta } from '@kb/apimachinery';
import type { MetricSpec } from '@kb/kubernetes/autoscaling/v2';
import type { JobSetSpec } from '../jobset.ts';

/** digest:tBeVeTEk */
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
// +kubebuilder:resource:scope=Cluster
export interface ClusterTrainingRuntime extends KubernetesObject {
  /** digest:tQO3ko3s */
  spec?: TrainingRuntimeSpec;
}

/** digest:4xoUKCnQ */
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
export interface TrainingRuntime extends KubernetesObject {
  /** digest:bkwBMPc- */
  spec?: TrainingRuntimeSpec;
}

/** digest:CqY-YOpn */
export interface TrainingRuntimeSpec {
  /** digest:WFTgztgk */
  mlPolicy?: MLPolicy;
  /** digest:-CGCN3Kd */
  podGroupPolicy?: PodGroupPolicy;
  /** digest:ws85gnnu */
  template: JobSetTemplateSpec;
}

/** digest:OLrm53cQ */
export interface JobSetTemplateSpec {
  /** digest:fsZC48H- */
  metadata?: ObjectMeta;
  /** digest:aUoMjBMo */
  spec?: JobSetSpec;
}

/** digest:aNvrQNVu */
export interface PodGroupPolicy extends PodGroupPolicySource {}

/** digest:Wvhei98Y */
export interface PodGroupPolicySource {
  /** digest:uASSUCxX */
  coscheduling?: CoschedulingPodGroupPolicySource;
}

/** digest:u1FAx4qC */
export interface CoschedulingPodGroupPolicySource {
  /** digest:jXvaK10T */
  // +kubebuilder:default=60
  scheduleTimeoutSeconds?: int32;
}

/** digest:XCMbM2z1 */
// +kubebuilder:validation:XValidation:rule="!(has(self.numNodes) && (has(self.torch) && has(self.torch.elasticPolicy)))", message="digest:CD9Bc4EH"
// +kubebuilder:validation:XValidation:rule="!(has(self.torch) && has(self.mpi))", message="digest:nJIRL3Wq"
export interface MLPolicy extends MLPolicySource {
  /** digest:1TLQ402- */
  numNodes?: int32;
}

/** digest:SbRvF-mP */
export interface MLPolicySource {
  /** digest:bSiEM2i4 */
  torch?: TorchMLPolicySource;
  /** digest:hpeuI6WE */
  mpi?: MPIMLPolicySource;
}

/** digest:7n9mlZV7 */
export interface TorchMLPolicySource {
  /** digest:DDAJ-uqn */
  // +kubebuilder:default="auto"
  // +kubebuilder:validation:XValidation:rule="self > 0 || self in ['auto', 'cpu', 'gpu']", message="digest:A_8ValDq"
  numProcPerNode?: IntOrString;
  /** digest:PlWv7yBj */
  elasticPolicy?: TorchElasticPolicy;
}

/** digest:GgrKFeeT */
export interface TorchElasticPolicy {
  /** digest:R0P99HAL */
  maxRestarts?: int32;
  /** digest:obQ3fOKx */
  minNodes?: int32;
  /** digest:5WVWbkEY */
  maxNodes?: int32;
  /** digest:3YOmNLPK */
  // +listType=atomic
  metrics?: MetricSpec[];
}

/** digest:7tF1LAQC */
export interface MPIMLPolicySource {
  /** digest:V2CUR8oI */
  // +kubebuilder:default=1
  numProcPerNode?: int32;
  /** digest:UkQp6xZp */
  // +kubebuilder:default=OpenMPI
  // +kubebuilder:validation:Enum=OpenMPI
  mpiImplementation?: MPIImplementation;
  /** digest:H5NhiMHi */
  // +kubebuilder:default=/root/.ssh
  sshAuthMountPath?: string;
  /** digest:psucKIAk */
  // +kubebuilder:default=false
  runLauncherAsNode?: boolean;
}

/** digest:cgkeX23w */
export type MPIImplementation = string;
