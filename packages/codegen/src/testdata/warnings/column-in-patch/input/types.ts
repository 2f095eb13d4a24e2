import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  size?: int32;
}

// +kb:version={"additionalPrinterColumns": [{"name": "Size", "type": "integer", "jsonPath": ".spec.sise"}], "subresources": {}}
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
