// +groupName=shop.example.com
// +kubebuilder:object:generate=true
// +k8s:deepcopy-gen=package,register
// +kubebuilder:validation:Required

import type { int32, KubernetesObject } from '@kb/apimachinery';

/** Spec of a shop. */
// +kubebuilder:externalDocs:url="https://example.com/shops",description="All of it"
// +kubebuilder:object:generate=true
export interface ShopSpec {
  clerks: int32;
  // +kubebuilder:externalDocs:url="https://example.com/street"
  street: string;
}

/** Shop sells. */
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:metadata:annotations="example.com/owner=shop team",labels={app=shop, "team=a"}
// +kubebuilder:metadata:annotations="note="
// +kubebuilder:selectablefield:JSONPath=.spec.street
// +kubebuilder:selectablefield:JSONPath=.spec.clerks
// +kubebuilder:storageversion
// +kb:conversion:strategy=Webhook
// +kb:listKind=Shops
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}

/** Stall is a small shop. */
// +kubebuilder:object:root=true
// +kb:conversion:strategy=Webhook,url="https://example.com/convert",conversionReviewVersions=v1;v1beta1
export interface Stall extends KubernetesObject {
  spec: ShopSpec;
}

/** Kiosk is a small shop. */
// +kubebuilder:object:root=true
// +kb:conversion:strategy=None
export interface Kiosk extends KubernetesObject {
  spec: ShopSpec;
}
