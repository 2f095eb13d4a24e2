// +kubebuilder:rbac:verbs=get

export {};
