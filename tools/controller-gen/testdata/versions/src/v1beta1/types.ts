// +groupName=versions.example.com

import type { KubernetesObject } from '@kb/apimachinery';

/** RoadSpec of v1beta1. */
export interface RoadSpec {
  /** Name in v1beta1. */
  namev1beta1: string;
}

/** Road of v1beta1. */
// +kubebuilder:object:root=true
// +kubebuilder:skipversion
export interface Road extends KubernetesObject { // rule: version/skipped
  spec: RoadSpec;
}
