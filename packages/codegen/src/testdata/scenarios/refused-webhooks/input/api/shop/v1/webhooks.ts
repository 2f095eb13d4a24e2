// +groupName=shop.example.com

// rule: webhook/match-policy-unknown
// +kubebuilder:webhook:name=a.shop.example.com,mutating=false,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,path=/a,admissionReviewVersions=v1,sideEffects=None,matchPolicy=Some

// rule: webhook/side-effects-of-some
// +kubebuilder:webhook:name=b.shop.example.com,mutating=false,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,path=/a,admissionReviewVersions=v1,sideEffects=Some

// rule: webhook/without-side-effects
// +kubebuilder:webhook:name=c.shop.example.com,mutating=false,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,path=/a,admissionReviewVersions=v1

// rule: webhook/timeout-too-long
// +kubebuilder:webhook:name=d.shop.example.com,mutating=false,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,path=/a,admissionReviewVersions=v1,sideEffects=None,timeoutSeconds=31

// rule: webhook/timeout-of-zero
// +kubebuilder:webhook:name=e.shop.example.com,mutating=false,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,path=/a,admissionReviewVersions=v1,sideEffects=None,timeoutSeconds=0

// rule: webhook/path-and-url
// +kubebuilder:webhook:name=f.shop.example.com,mutating=false,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,path=/a,admissionReviewVersions=v1,sideEffects=None,url="https://example.com/f"

// rule: webhook/neither-path-nor-url
// +kubebuilder:webhook:name=g.shop.example.com,mutating=false,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,admissionReviewVersions=v1,sideEffects=None

// rule: webhook/review-versions-missing
// +kubebuilder:webhook:name=h.shop.example.com,mutating=false,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,path=/a,sideEffects=None

// rule: webhook/version-unknown
// +kubebuilder:webhook:name=i.shop.example.com,mutating=false,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,path=/a,admissionReviewVersions=v1,sideEffects=None,webhookVersions=v1beta1

// rule: webhook/verbs-unknown
// +kubebuilder:webhook:name=j.shop.example.com,mutating=false,failurePolicy=fail,groups=a,resources=as,verbs=create;eat,versions=v1,path=/a,admissionReviewVersions=v1,sideEffects=None

// rule: webhook/failure-policy-unknown
// +kubebuilder:webhook:name=k.shop.example.com,mutating=false,failurePolicy=maybe,groups=a,resources=as,verbs=create,versions=v1,path=/a,admissionReviewVersions=v1,sideEffects=None

// rule: webhook/reinvocation-of-validating
// +kubebuilder:webhook:name=l.shop.example.com,mutating=false,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,path=/a,admissionReviewVersions=v1,sideEffects=None,reinvocationPolicy=IfNeeded

// +kubebuilder:webhook:name=m.shop.example.com,mutating=false,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,path=/a,admissionReviewVersions=v1,sideEffects=None

// rule: webhook/equal-names
// +kubebuilder:webhook:name=m.shop.example.com,mutating=false,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,path=/a,admissionReviewVersions=v1,sideEffects=None

// +kubebuilder:webhookconfiguration:mutating=false,name=one

// rule: webhook/two-configurations
// +kubebuilder:webhookconfiguration:mutating=false,name=two

// rule: webhook/configuration-without-webhooks
// +kubebuilder:webhookconfiguration:mutating=true,name=none

export {};
