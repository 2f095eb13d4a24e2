// +groupName=shop.example.com

import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Unstored extends KubernetesObject {}

// rule: version/two-stored
// +kubebuilder:storageversion
// +kubebuilder:object:root=true
export interface TwiceStored extends KubernetesObject {}

// rule: order/resource-of-versions
// +kubebuilder:resource:shortName=b
// +kubebuilder:object:root=true
export interface Named extends KubernetesObject {}
