// +kubebuilder:rbac:groups=shop.example.com,resources=shops,verbs=get
// +kubebuilder:webhook:path=/a,mutating=true,failurePolicy=fail,sideEffects=None,groups=a,resources=b,verbs=create,versions=v1,name=a.shop.kb.io,admissionReviewVersions=v1
export {};
