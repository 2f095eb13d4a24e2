// +kubebuilder:validation:MinLength=1

export type Name = string;
