export type Name = string;

export function check(): void {
  // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get
}
