// +kubebuilder:rbac:resources=pods,verbs=get

export {};
