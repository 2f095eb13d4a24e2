// +kubebuilder:object:root=true
export interface Shop {
  spec?: string;
}
