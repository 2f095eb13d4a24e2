// Two different names for one object, and a name for an object that nothing is in.
// +kubebuilder:webhookconfiguration:mutating=true,name=one
// +kubebuilder:webhookconfiguration:mutating=true,name=Two
// +kubebuilder:webhookconfiguration:mutating=false,name=none

// +kubebuilder:webhook:path=/a,mutating=true,failurePolicy=fial,sideEffects=None,groups=a,resources=b,verbs=create;patch,versions=v1,name=a.shop.kb.io,admissionReviewVersions=v1
// +kubebuilder:webhook:path=/b,mutating=true,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,name=a.shop.kb.io,admissionReviewVersions=v1,timeoutSeconds=31
// +kubebuilder:webhook:path=/c,mutating=true,failurePolicy=fail,sideEffects=None,groups=a,resources=b,verbs=create,versions=v1,name=c.shop.kb.io,admissionReviewVersions=v1,patch=`{"namespaceselector":{}}`
// +kubebuilder:webhook:path=/d,mutating=yes,failurePolicy=fail,sideEffects=None,groups=a,resources=b,verbs=create,versions=v1,name=d.shop.kb.io,admissionReviewVersions=v1
// +kubebuilder:webhook:mutating=true,failurePolicy=fail,sideEffects=None,groups=a,resources=b,verbs=create,versions=v1,name=e.shop.kb.io,admissionReviewVersions=v1
export {};
