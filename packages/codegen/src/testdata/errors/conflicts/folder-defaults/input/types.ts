// +kubebuilder:validation:Optional
// +kubebuilder:validation:Required

export type Name = string;
