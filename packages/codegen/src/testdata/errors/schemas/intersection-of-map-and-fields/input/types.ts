import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  labels: Record<string, string> & { app: string };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
