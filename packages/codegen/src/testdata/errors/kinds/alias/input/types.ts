// +kubebuilder:object:root=true
export type Shop = { spec?: string };
