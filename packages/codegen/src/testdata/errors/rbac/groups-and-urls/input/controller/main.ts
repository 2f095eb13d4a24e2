// +kubebuilder:rbac:groups="",urls=/metrics,verbs=get

export {};
