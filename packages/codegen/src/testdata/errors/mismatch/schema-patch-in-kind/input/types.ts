import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kb:schema={"properties": {"metadata": {"maxProperties": 3}}}
export interface Shop extends KubernetesObject {
  spec?: string;
}
