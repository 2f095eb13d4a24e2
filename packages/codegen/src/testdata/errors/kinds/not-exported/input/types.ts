import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
interface Shop extends KubernetesObject {
  spec?: string;
}
