// +kubebuilder:webhook:path=/validate-shop,mutating=false,failurePolicy=fail,sideEffects=None,groups=shop.example.com,resources=shops,verbs=create;update,versions=v1,name=vshop.kb.io,admissionReviewVersions=v1,reinvocationPolicy=IfNeeded

export {};
