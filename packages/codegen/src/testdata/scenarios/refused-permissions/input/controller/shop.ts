// rule: rbac/without-verbs
// +kubebuilder:rbac:groups=a,resources=as

// rule: rbac/is-not-checked
// +kubebuilder:rbac:groups=a,resources=as,urls=/metrics,verbs=get

export {};
