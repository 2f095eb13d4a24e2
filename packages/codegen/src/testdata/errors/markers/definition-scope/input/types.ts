import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kb:definition={"scope": "Cluster"}
export interface Shop extends KubernetesObject {
  spec?: string;
}
