import type { KubernetesObject } from '@kb/apimachinery';

export interface Spec {
  // +kb:schema={"anyOf": [{"maxLenght": 3}]}
  name?: string;
}

// +kubebuilder:object:root=true
// +kb:definition={"names": {"singuler": "shop"}}
// +kb:version={"additionalPrinterColumn": []}
export interface Shop extends KubernetesObject {
  spec?: Spec;
}
