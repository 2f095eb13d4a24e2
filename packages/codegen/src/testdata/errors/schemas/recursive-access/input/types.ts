import type { KubernetesObject } from '@kb/apimachinery';

interface Node {
  next?: Node['next'][] | null;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: Node;
}
