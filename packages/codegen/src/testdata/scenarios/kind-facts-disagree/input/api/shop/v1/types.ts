// +groupName=shop.example.com

import type { KubernetesObject } from '@kb/apimachinery';

/** Shop sells. */
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
// +kubebuilder:metadata:labels="team=a",annotations="note=1"
// +kb:listKind=Shops
// +kb:conversion:strategy=None
export interface Shop extends KubernetesObject {
  spec?: { words: string[] };
}

/** Stall is a small shop. */
// +kubebuilder:object:root=true
// +kb:listKind=Stall
// +kubebuilder:metadata:annotations="codegen.kb/version=1"
export interface Stall extends KubernetesObject {
  spec?: { words: string[] };
}
