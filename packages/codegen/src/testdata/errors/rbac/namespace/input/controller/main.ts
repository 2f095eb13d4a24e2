// +kubebuilder:rbac:groups="",resources=pods,verbs=get,namespace=My_Shop

export {};
