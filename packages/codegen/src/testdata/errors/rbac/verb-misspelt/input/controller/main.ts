// +kubebuilder:rbac:groups="",resources=pods,verbs=gte;lst
// Verbs of one's own, and those of other requests.
// +kubebuilder:rbac:groups=example.com,resources=signers,verbs=sign;use;sync

export {};
