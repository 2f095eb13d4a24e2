// +kubebuilder:ac:generate=no

export type Name = string;
