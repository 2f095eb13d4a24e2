// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get
export type Name = string;
