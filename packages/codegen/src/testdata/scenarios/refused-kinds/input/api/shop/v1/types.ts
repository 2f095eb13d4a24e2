// +groupName=shop.example.com

import type { KubernetesObject } from '@kb/apimachinery';

// rule: metadata/annotation-without-equals-sign
// +kubebuilder:metadata:annotations="note"
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
export interface Noted extends KubernetesObject {}

// rule: metadata/label-without-equals-sign
// +kubebuilder:metadata:labels="note"
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
export interface Labelled extends KubernetesObject {}

// rule: printcolumn/type-is-not-checked
// +kubebuilder:printcolumn:name="Name",type=text,JSONPath=.spec.name
// +kubebuilder:object:root=true
export interface Column extends KubernetesObject {}

// rule: resource/scope-is-not-checked
// +kubebuilder:resource:scope=World
// +kubebuilder:object:root=true
export interface Scoped extends KubernetesObject {}

// rule: version/none-stored
// +kubebuilder:object:root=true
export interface Unstored extends KubernetesObject {}

// +kubebuilder:storageversion
// +kubebuilder:object:root=true
export interface TwiceStored extends KubernetesObject {}

// rule: version/none-served
// +kubebuilder:unservedversion
// +kubebuilder:object:root=true
export interface Unserved extends KubernetesObject {}

// +kubebuilder:resource:shortName=a
// +kubebuilder:storageversion
// +kubebuilder:object:root=true
export interface Named extends KubernetesObject {}
