import type { KubernetesObject } from '@kb/apimachinery';

export namespace shop {
  // +kubebuilder:object:root=true
  export interface Shop extends KubernetesObject {
    spec?: string;
  }
}
