// +groupName=versions.example.com

import type { KubernetesObject } from '@kb/apimachinery';

/** RoadSpec of v1. */
export interface RoadSpec {
  /** Name in v1. */
  namev1: string;
}

/** Road of v1. */
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
// +kubebuilder:subresource:status
// +kubebuilder:resource:shortName=rd
export interface Road extends KubernetesObject { // rule: version/one-is-stored, version/markers-of-one-version
  spec: RoadSpec;
}
