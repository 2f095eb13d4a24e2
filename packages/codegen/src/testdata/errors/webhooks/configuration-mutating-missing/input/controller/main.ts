// +kubebuilder:webhookconfiguration:name=shop

export {};
