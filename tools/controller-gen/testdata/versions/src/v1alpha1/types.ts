// +groupName=versions.example.com

import type { KubernetesObject } from '@kb/apimachinery';

/** RoadSpec of v1alpha1. */
export interface RoadSpec {
  /** Name in v1alpha1. */
  namev1alpha1: string;
}

/** Road of v1alpha1. */
// +kubebuilder:object:root=true
// +kubebuilder:unservedversion
// +kubebuilder:deprecatedversion:warning="use v1"
export interface Road extends KubernetesObject {
  spec: RoadSpec;
}
