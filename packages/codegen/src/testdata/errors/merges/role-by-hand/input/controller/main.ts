// +kubebuilder:rbac:groups="",resources=pods,verbs=get
export {};
