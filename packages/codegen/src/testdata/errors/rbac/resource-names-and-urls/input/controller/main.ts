// +kubebuilder:rbac:resourceNames=a,urls=/metrics,verbs=get

export {};
