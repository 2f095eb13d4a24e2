// +kubebuilder:rbac:groups=apps,resources=deployments
// +kubebuilder:rbac:verbs=get
// +kubebuilder:rbac:urls=/metrics,resources=pods,groups="",verbs=get
export {};
