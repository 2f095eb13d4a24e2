// +kubebuilder:webhook:path=/validate-shop,mutating=false,failurePolicy=fail,groups=shop.example.com,resources=shops,verbs=create;update,versions=v1,name=vshop.kb.io,admissionReviewVersions=v1

export {};
