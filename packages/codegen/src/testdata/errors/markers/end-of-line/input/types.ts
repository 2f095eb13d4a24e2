export interface ShopSpec {
  name?: string; // +kubebuilder:validation:MinLength=1
}
