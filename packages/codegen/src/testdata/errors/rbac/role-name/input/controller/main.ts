// +kubebuilder:rbac:groups="",resources=pods,verbs=get,roleName=a/b

export {};
