// +groupName=testdata.kubebuilder.io

import type { KubernetesObject } from '@kb/apimachinery';
import type { OuterStruct } from '../common.ts';

export interface VersionedResourceSpec {
  struct?: OuterStruct;
}

// +kubebuilder:storageversion
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:singular=versionedresource
export interface VersionedResource extends KubernetesObject {
  spec: VersionedResourceSpec;
}
