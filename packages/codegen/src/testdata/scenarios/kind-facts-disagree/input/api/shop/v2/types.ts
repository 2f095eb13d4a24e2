// +groupName=shop.example.com

import type { KubernetesObject } from '@kb/apimachinery';

/** Shop sells. */
// +kubebuilder:object:root=true
// +kubebuilder:metadata:labels="team=b",annotations="note=2"
// +kb:listKind=ShopCollection
// +kb:conversion:strategy=Webhook
export interface Shop extends KubernetesObject {
  spec?: { words: string[] };
}
