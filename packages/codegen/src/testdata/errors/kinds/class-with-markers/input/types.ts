import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: string;
}

// +kubebuilder:validation:MinProperties=1
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get
export class ShopReconciler {}
