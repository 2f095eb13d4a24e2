import type { int32, KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: { size: int32 | 1.5 };
}
