import type { KubernetesObject } from '@kb/apimachinery';

enum Level {
  Low = 'low',
  High = 'high',
}

export interface ShopSpec {
  level: Level.Hihg;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
