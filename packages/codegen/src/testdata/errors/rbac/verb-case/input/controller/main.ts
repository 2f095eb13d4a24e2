// +kubebuilder:rbac:groups="",resources=pods,verbs=Get

export {};
