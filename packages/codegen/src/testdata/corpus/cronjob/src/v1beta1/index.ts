// +groupName=testdata.kubebuilder.io
// +versionName=v1beta1

import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface CronJobSpec {
  // +kubebuilder:validation:MinLength=4
  twoOfAKindPart0: string;
  // +kubebuilder:validation:Minimum=-2
  // +kubebuilder:validation:Maximum=2
  // +kubebuilder:validation:MultipleOf=2
  int32WithValidations: int32;
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:singular=mycronjob
// +kubebuilder:unservedversion
export interface CronJob extends KubernetesObject {
  spec?: CronJobSpec;
}
