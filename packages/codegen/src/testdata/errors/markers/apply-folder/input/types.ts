// +kubebuilder:ac:output:package="../elsewhere"

export type Name = string;
