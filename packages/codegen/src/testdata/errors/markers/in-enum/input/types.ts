export enum Size {
  // +kubebuilder:validation:MinLength=1
  Small = 'small',
}
