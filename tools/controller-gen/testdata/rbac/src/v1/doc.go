// Package v1 shows how permissions become rules of roles.
// +groupName=rbac.example.com
package v1

// rule: rbac/cluster-role-by-default, rbac/same-key-union-verbs, rbac/lists-are-sorted-sets
// +kubebuilder:rbac:groups=one.example.com,resources=as,verbs=list;get
// +kubebuilder:rbac:groups=one.example.com,resources=as,verbs=watch;get

// rule: rbac/same-verbs-union-resources, rbac/one-rule-a-resource
// +kubebuilder:rbac:groups=two.example.com,resources=bs;as,verbs=get;list
// +kubebuilder:rbac:groups=two.example.com,resources=cs,verbs=get
// +kubebuilder:rbac:groups=two.example.com,resources=cs,verbs=list
// +kubebuilder:rbac:groups=two.example.com,resources=as/status,verbs=patch

// rule: rbac/same-verbs-union-groups
// +kubebuilder:rbac:groups=three.example.com,resources=ds,verbs=get
// +kubebuilder:rbac:groups=four.example.com,resources=ds,verbs=get

// rule: rbac/core-is-the-empty-group
// +kubebuilder:rbac:groups=core,resources=pods,verbs=get
// +kubebuilder:rbac:groups="",resources=services,verbs=get
// +kubebuilder:rbac:groups={"",five.example.com},resources=secrets,verbs=create

// rule: rbac/all-verbs-are-one
// +kubebuilder:rbac:groups=six.example.com,resources=es,verbs=get;*;list
// +kubebuilder:rbac:groups=six.example.com,resources=fs,verbs=get
// +kubebuilder:rbac:groups=six.example.com,resources=fs,verbs=*

// rule: rbac/resource-names-are-apart
// +kubebuilder:rbac:groups=seven.example.com,resources=gs,resourceNames=z;a;a,verbs=get
// +kubebuilder:rbac:groups=seven.example.com,resources=gs,verbs=get
// +kubebuilder:rbac:groups=seven.example.com,resources=gs,resourceNames=a;z,verbs=update

// rule: rbac/same-verbs-union-urls, rbac/urls-come-first
// +kubebuilder:rbac:urls=/metrics,verbs=get
// +kubebuilder:rbac:urls=/healthz;/readyz,verbs=get
// +kubebuilder:rbac:urls="/logs/*",verbs=get;post

// rule: rbac/role-in-a-namespace
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get,namespace=shop
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=list,namespace=shop
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get,namespace=bakery

// rule: rbac/role-of-a-name, rbac/roles-by-namespace-and-name
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get,namespace=shop,roleName=another
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get,roleName=a-cluster-role
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get,roleName=manager-role

// rule: rbac/all-of-everything
// +kubebuilder:rbac:groups=*,resources=*,verbs=*,roleName=admin
// +kubebuilder:rbac:groups=*,resources=*/scale,verbs=get,roleName=admin
