// Package v1 uses every marker that a field or a kind can have, and every shape of type that Go and TypeScript share.
// +groupName=shop.example.com
package v1

// +kubebuilder:rbac:groups=shop.example.com;core,resources=shops;shops/status,verbs=get;list
// +kubebuilder:rbac:groups=shop.example.com,resources=shops,verbs=*
// +kubebuilder:rbac:groups="",resources=configmaps,resourceNames=b;a,verbs=get;get
// +kubebuilder:rbac:urls=/metrics;/healthz,verbs=get
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=list,namespace=shop
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=watch,namespace=shop,roleName=watcher
