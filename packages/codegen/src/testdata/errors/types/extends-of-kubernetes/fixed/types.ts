import type { KubernetesObject } from '@kb/apimachinery';
import type { PodSpec } from '@kb/kubernetes/core/v1';

export interface ShopSpec extends Omit<PodSpec, 'containers'> {
  containers: string[];
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
