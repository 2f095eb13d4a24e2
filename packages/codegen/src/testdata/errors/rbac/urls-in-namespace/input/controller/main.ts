// +kubebuilder:rbac:urls=/metrics,verbs=get,namespace=shop

export {};
