import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kb:definition={"names": {"plural": "shopz"}}
export interface Shop extends KubernetesObject {
  spec?: string;
}
