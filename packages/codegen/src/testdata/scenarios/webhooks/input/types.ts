import type { KubernetesObject } from '@kb/apimachinery';

// A marker beside the types counts as one beside a controller does.
// +kubebuilder:webhook:path=/validate-shop-example-com-v1-shop,mutating=false,failurePolicy=ignore,sideEffects=NoneOnDryRun,groups=shop.example.com,resources=shops;shops/status,verbs=update;create;delete,versions=v1,name=vshop.kb.io,admissionReviewVersions=v1

/** A shop. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: string;
}
