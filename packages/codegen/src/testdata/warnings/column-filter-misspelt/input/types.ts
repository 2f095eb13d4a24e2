import type { Condition, int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  size?: int32;
}

export interface ShopStatus {
  conditions?: Condition[];
}

// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Ready",type=string,JSONPath=`.status.conditions[?(@.tpye=="Ready")].status`
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
  status?: ShopStatus;
}
