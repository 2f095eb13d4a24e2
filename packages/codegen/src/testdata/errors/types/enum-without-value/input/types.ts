import type { KubernetesObject } from '@kb/apimachinery';

enum Level {
  Low = 'low',
  High,
}

export interface ShopSpec {
  level: Level;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
