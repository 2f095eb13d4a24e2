// Package v1 shows names of webhook configurations.
// +groupName=webhooks.example.com
package v1

// rule: webhook/configuration-name
// +kubebuilder:webhookconfiguration:mutating=true,name=my-mutating

// rule: webhook/configuration-name-by-default
// +kubebuilder:webhookconfiguration:mutating=false

// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,name=b.example.com,path=/b,admissionReviewVersions=v1,sideEffects=None

// +kubebuilder:webhook:mutating=true,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,name=a.example.com,path=/a,admissionReviewVersions=v1,sideEffects=None
