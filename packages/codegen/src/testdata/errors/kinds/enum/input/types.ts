// +kubebuilder:object:root=true
export enum Shop {
  A = 'a',
}
