// +groupName=kinds.example.com

import type { int32, KubernetesObject } from '@kb/apimachinery';

/** PartSpec is wanted. */
export interface PartSpec {
  replicas?: int32;
  name?: string;
}

/** PartStatus is there. */
export interface PartStatus {
  replicas?: int32;
  selector?: string;
}

/** Plain has no marker but its own. */
// +kubebuilder:object:root=true
export interface Plain extends KubernetesObject { // rule: crd/kind, crd/names-by-default, crd/scope-by-default, crd/single-version-is-stored
  spec?: PartSpec;
}

/** WithStatus has a status. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
export interface WithStatus extends KubernetesObject {
  spec?: PartSpec;
  status?: PartStatus;
}

/** Scaled has a scale. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas
export interface Scaled extends KubernetesObject {
  spec?: PartSpec;
  status?: PartStatus;
}

/** Selected has both, and a selector. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
export interface Selected extends KubernetesObject {
  spec?: PartSpec;
  status?: PartStatus;
}

/** Column has columns, which bring empty subresources with them. */
// +kubebuilder:object:root=true
// +kubebuilder:printcolumn:name="Name",type=string,JSONPath=`.spec.name`
// +kubebuilder:printcolumn:name="Replicas",type="integer",JSONPath=".spec.replicas",description="How many: all of them",format=int32,priority=1
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`,priority=0
// +kubebuilder:printcolumn:name="Ready",type=boolean,JSONPath=".status.conditions[?(@.type=='Ready')].status"
// +kubebuilder:printcolumn:name="Share",type=number,format=double,JSONPath=".spec.share"
export interface Column extends KubernetesObject { // rule: lookup/first-argument-in-the-name, lookup/longest-name-first, lookup/first-equals-sign, printcolumn/source-order, printcolumn/empty-subresources, printcolumn/priority-zero-is-left-out
  spec?: PartSpec;
}

/** Field has fields to select by. */
// +kubebuilder:object:root=true
// +kubebuilder:selectablefield:JSONPath=.spec.name
// +kubebuilder:selectablefield:JSONPath=`.spec.replicas`
export interface Field extends KubernetesObject { // rule: selectablefield/source-order
  spec?: PartSpec;
}

/** Old warns. */
// +kubebuilder:object:root=true
// +kubebuilder:deprecatedversion
export interface Old extends KubernetesObject { // rule: deprecatedversion/without-warning
  spec?: PartSpec;
}

/** Older warns in its own words. */
// +kubebuilder:object:root=true
// +kubebuilder:deprecatedversion:warning="kinds.example.com/v1 Older is deprecated: use Plain"
export interface Older extends KubernetesObject {
  spec?: PartSpec;
}

/** Noted has labels and annotations. */
// +kubebuilder:object:root=true
// +kubebuilder:metadata:annotations="example.com/note=x=y";"example.com/other=z",labels={"app=shop","tier=back"}
// +kubebuilder:metadata:labels="more=yes"
export interface Noted extends KubernetesObject { // rule: metadata/split-at-the-first-equals-sign, metadata/repeated
  spec?: PartSpec;
}

/** Flat has fields of its own. */
// +kubebuilder:object:root=true
// +kubebuilder:pruning:PreserveUnknownFields
// +kubebuilder:validation:XValidation:rule="self.metadata.name == 'only'",message="there is one"
export interface Flat extends KubernetesObject { // rule: crd/any-field-of-a-kind
  replicas: int32;
  name?: string;
}

/** Bare has nothing. */
// +kubebuilder:object:root=true
export interface Bare extends KubernetesObject { // rule: crd/kind-without-fields
}
