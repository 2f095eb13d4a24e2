export function reconcile(): void {
  // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get
}
