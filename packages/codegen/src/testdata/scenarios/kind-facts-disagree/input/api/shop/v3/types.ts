// +groupName=shop.example.com

import type { KubernetesObject } from '@kb/apimachinery';

/** Shop sells. */
// +kubebuilder:object:root=true
// A version that is left out has its say too.
// +kubebuilder:skipversion
// +kubebuilder:metadata:labels="team=c"
// +kb:listKind=Shops
export interface Shop extends KubernetesObject {
  spec?: { words: string[] };
}
