// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch
export function reconcile(): void {}
