// +kubebuilder:rbac:groups=apps,resources=deployments,verb=get
export {};
