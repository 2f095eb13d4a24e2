// Package v1alpha1 is the Go twin of packages/appservice/api: the same types and markers.
// +groupName=batch.example.com
// +versionName=v1alpha1
package v1alpha1

// +kubebuilder:rbac:groups=batch.example.com,resources=appservices,verbs=get;list;watch
// +kubebuilder:rbac:groups=batch.example.com,resources=appservices/status,verbs=get;patch
// +kubebuilder:rbac:groups=batch.example.com,resources=appservices/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch
// +kubebuilder:rbac:groups="",resources=services,verbs=get;list;watch;create;patch;delete
// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch
