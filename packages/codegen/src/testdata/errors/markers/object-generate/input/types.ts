// +kubebuilder:object:generate=yes
export type Name = string;
