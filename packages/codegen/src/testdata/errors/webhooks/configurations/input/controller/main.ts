// +kubebuilder:webhookconfiguration:mutating=false,name=one
// +kubebuilder:webhookconfiguration:mutating=false,name=two
// +kubebuilder:webhook:path=/v,mutating=false,failurePolicy=fail,sideEffects=None,groups=a.example.com,resources=shops,verbs=create,versions=v1,name=v.kb.io,admissionReviewVersions=v1

export {};
