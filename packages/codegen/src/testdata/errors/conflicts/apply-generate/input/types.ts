// +kubebuilder:ac:generate=true

// +kubebuilder:ac:generate=false

export type Name = string;
