// +kubebuilder:rbac:groups="",resources=pods,verbs=""

export {};
