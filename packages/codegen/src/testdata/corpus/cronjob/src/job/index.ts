// +groupName=testdata.kubebuilder.io
// +versionName=v1beta1

import type { int32, KubernetesObject } from '@kb/apimachinery';
import type { CronJobSpec } from '../v1beta1/index.ts';

export interface JobSpec {
  // +kubebuilder:validation:MinLength=5
  friendlyName: string;
  // +kubebuilder:validation:Minimum=0
  // +kubebuilder:validation:Maximum=10
  count: int32;
  crongJob: CronJobSpec;
}

// +kubebuilder:object:root=true
export interface Job extends KubernetesObject {
  spec: JobSpec;
}
