// +groupName=shop.example.com

import type { KubernetesObject } from '@kb/apimachinery';

/** Shop sells. */
// +kubebuilder:object:root=true
// +kubebuilder:metadata:labels="tier=one"
// +kubebuilder:metadata:labels="team=a"
export interface Shop extends KubernetesObject {
  spec: { words: string[] };
}
