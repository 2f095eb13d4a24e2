import type { Condition, int32, IntOrString, KubernetesObject } from '@kb/apimachinery';
import type {
  EnvVar,
  LocalObjectReference,
  PodSchedulingGate,
  ResourceRequirements,
  Toleration,
  Volume,
  VolumeMount,
} from '@kb/kubernetes/core/v1';

/** digest:BHrzCA1g */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:storageversion
// +kubebuilder:printcolumn:name="State",type=string,JSONPath=`.status.conditions[-1:].type`
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
export interface TrainJob extends KubernetesObject {
  /** digest:Ef6jUOAx */
  spec?: TrainJobSpec;
  /** digest:ZeaCRles */
  status?: TrainJobStatus;
}

/** digest:t2Z0GmXe */
export interface TrainJobSpec {
  /** digest:aNVQ6MVw */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf", message="digest:-q8Lg4zW"
  runtimeRef: RuntimeRef;
  /** digest:BnxfWfHl */
  initializer?: Initializer;
  /** digest:ytvfuH32 */
  trainer?: Trainer;
  /** digest:gGVGiKYg */
  labels?: Record<string, string>;
  /** digest:GWez0KYP */
  annotations?: Record<string, string>;
  /** digest:TB5Ga6K_ */
  // +listType=atomic
  podSpecOverrides?: PodSpecOverride[];
  /** digest:ve2XmE6J */
  // +kubebuilder:default=false
  suspend?: boolean;
  /** digest:aPXLfrzm */
  // +kubebuilder:default="trainer.kubeflow.org/trainjob-controller"
  // +kubebuilder:validation:XValidation:rule="self in ['trainer.kubeflow.org/trainjob-controller', 'kueue.x-k8s.io/multikueue']", message="digest:Cxy27Fay"
  // +kubebuilder:validation:XValidation:rule="self == oldSelf", message="digest:elFwHeG0"
  managedBy?: string;
}

/** digest:jzleCV4Z */
export interface RuntimeRef {
  /** digest:wvi70gM4 */
  name: string;
  /** digest:I9F-AumM */
  // +kubebuilder:default="trainer.kubeflow.org"
  apiGroup?: string;
  /** digest:GRiRAMSt */
  // +kubebuilder:default="ClusterTrainingRuntime"
  kind?: string;
}

/** digest:yDlA_zPs */
export interface Initializer {
  /** digest:xSsaD0Oe */
  dataset?: DatasetInitializer;
  /** digest:d3Mdt6nM */
  model?: ModelInitializer;
}

/** digest:biQvxxDX */
export interface DatasetInitializer {
  /** digest:XviWg3MS */
  storageUri?: string;
  /** digest:0VJpXn2_ */
  // +listType=map
  // +listMapKey=name
  env?: EnvVar[];
  /** digest:y3Asn6K8 */
  secretRef?: LocalObjectReference;
}

/** digest:9fQQTLVX */
export interface ModelInitializer {
  /** digest:GUuMI4OU */
  storageUri?: string;
  /** digest:sQoc9-5V */
  // +listType=map
  // +listMapKey=name
  env?: EnvVar[];
  /** digest:ljgFaW9A */
  secretRef?: LocalObjectReference;
}

/** digest:1fdEQkCX */
export interface Trainer {
  /** digest:eBIuvHPU */
  image?: string;
  /** digest:XstzRiFO */
  // +listType=atomic
  command?: string[];
  /** digest:M82p-BUj */
  // +listType=atomic
  args?: string[];
  /** digest:OLYRZ4PX */
  // +listType=map
  // +listMapKey=name
  env?: EnvVar[];
  /** digest:XbeX2AQP */
  numNodes?: int32;
  /** digest:BmYKJwVq */
  resourcesPerNode?: ResourceRequirements;
  /** digest:uJNqeH9S */
  numProcPerNode?: IntOrString;
}

/** digest:j7gzUCY2 */
export interface PodSpecOverride {
  /** digest:1ZRTWpOK */
  // +listType=atomic
  targetJobs: PodSpecOverrideTargetJob[];
  /** digest:BrEiLK0M */
  serviceAccountName?: string;
  /** digest:BFRfS6dT */
  nodeSelector?: Record<string, string>;
  /** digest:YZDzeJi4 */
  // +listType=atomic
  tolerations?: Toleration[];
  /** digest:rnQ9IB7d */
  // +listType=map
  // +listMapKey=name
  volumes?: Volume[];
  /** digest:98EetxJP */
  // +listType=map
  // +listMapKey=name
  initContainers?: ContainerOverride[];
  /** digest:kPexSA6n */
  // +listType=map
  // +listMapKey=name
  containers?: ContainerOverride[];
  /** digest:-VkA3xWn */
  // +listType=map
  // +listMapKey=name
  schedulingGates?: PodSchedulingGate[];
}

export interface PodSpecOverrideTargetJob {
  /** digest:A_svd9F3 */
  name: string;
}

/** digest:GZ48fBLQ */
export interface ContainerOverride {
  /** digest:oUK7W8NN */
  name: string;
  /** digest:Yg3DnI09 */
  // +listType=map
  // +listMapKey=name
  env?: EnvVar[];
  /** digest:OgQFW8R7 */
  // +listType=map
  // +listMapKey=name
  volumeMounts?: VolumeMount[];
}

/** digest:LSJbKMbq */
export interface TrainJobStatus {
  /** digest:k4pqEiNL */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
  /** digest:QBTxGbNm */
  // +listType=map
  // +listMapKey=name
  jobsStatus?: JobStatus[];
}

export interface JobStatus {
  /** digest:_wCHWCWs */
  name: string;
  /** digest:1joxDpLZ */
  ready: int32;
  /** digest:9mMD2FVU */
  succeeded: int32;
  /** digest:Zs_dgzGk */
  failed: int32;
  /** digest:mi9PAbcc */
  active: int32;
  /** digest:VoQ9XtCU */
  suspended: int32;
}
