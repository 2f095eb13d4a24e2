import type { KubernetesObject } from '@kb/apimachinery';

export type Shop<Spec> = KubernetesObject & { spec: Spec };

export interface MySpec {
  name: string;
}

// +kubebuilder:object:root=true
export type MyShop = Shop<MySpec>;
