// +kubebuilder:subresource:status
export interface ShopSpec {
  name?: string;
}
