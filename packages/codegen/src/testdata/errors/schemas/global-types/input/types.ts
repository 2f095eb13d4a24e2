import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: {
    stock: Map<string, string>;
    tags: Set<string>;
    open: Promise<boolean>;
    logo: Uint8Array;
    name: RegExp;
    site: URL;
  };
}
