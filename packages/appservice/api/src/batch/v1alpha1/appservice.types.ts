import type { Condition, KubernetesObject, int32, int64 } from '@kb/apimachinery';
import type { EnvVar, ResourceRequirements, ServicePort } from '@kb/kubernetes/core/v1';

/** AppServiceSpec is the desired state of an AppService. */
export interface AppServiceSpec {
  /** Number of pods. */
  // +kubebuilder:validation:Minimum=0
  // +kubebuilder:default=1
  replicas?: int32;
  /** Image to run. */
  // +kubebuilder:validation:MinLength=1
  image: string;
  /** Compute resources of each pod. */
  resources?: ResourceRequirements;
  /** Environment variables of each pod, by name. */
  // +listType=map
  // +listMapKey=name
  envs?: EnvVar[];
  /** Ports of the Service in front of the pods. Without any there is no Service. */
  // +listType=map
  // +listMapKey=port
  // +listMapKey=protocol
  ports?: ServicePort[];
}

/** AppServiceStatus is the observed state of an AppService. */
export interface AppServiceStatus {
  /** Number of pods that are ready to serve. */
  availableReplicas?: int32;
  /** The generation of the spec that this status speaks of. */
  observedGeneration?: int64;
  /** Label selector of the pods, as text: for the scale subresource. */
  selector?: string;
  /** How the AppService stands, by type. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** AppService runs an image as a Deployment, behind a Service. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.availableReplicas,selectorpath=.status.selector
// +kubebuilder:printcolumn:name="Desired",type=integer,JSONPath=`.spec.replicas`
// +kubebuilder:printcolumn:name="Available",type=integer,JSONPath=`.status.availableReplicas`
// +kubebuilder:printcolumn:name="Image",type=string,JSONPath=`.spec.image`,priority=1
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
export interface AppService extends KubernetesObject {
  spec: AppServiceSpec;
  status?: AppServiceStatus;
}
