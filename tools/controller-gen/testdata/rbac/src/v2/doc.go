package v2

// rule: rbac/of-all-folders
// +kubebuilder:rbac:groups=one.example.com,resources=as,verbs=delete
