import type { IntOrString, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  replicas?: string;
}

export interface ShopStatus {
  replicas?: IntOrString;
  selector?: { [key: string]: string };
}

// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
  status?: ShopStatus;
}
