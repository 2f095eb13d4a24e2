// +kubebuilder:ac:output:package="one"

// +kubebuilder:ac:output:package="two"

export type Name = string;
