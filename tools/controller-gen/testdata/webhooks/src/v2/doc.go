package v2

// rule: webhook/of-all-folders
// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=shop.example.com,resources=shops,verbs=create;update,versions=v1,name=a.example.com,path=/validate-a,admissionReviewVersions=v1,sideEffects=None
