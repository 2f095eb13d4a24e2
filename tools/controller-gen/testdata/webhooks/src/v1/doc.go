// Package v1 shows webhooks.
// +groupName=webhooks.example.com
package v1

// rule: webhook/sorted-by-name, webhook/one-file, webhook/service-by-default
// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=shop.example.com,resources=shops,verbs=create;update,versions=v1,name=z.example.com,path=/validate-z,admissionReviewVersions=v1,sideEffects=None
// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=shop.example.com,resources=shops,verbs=create;update,versions=v1,name=b.example.com,path=/validate-b,admissionReviewVersions=v1,sideEffects=None

// rule: webhook/lists-in-source-order, webhook/verbs-in-capitals, webhook/core-is-the-empty-group
// +kubebuilder:webhook:mutating=false,failurePolicy=IGNORE,groups=core;apps;"",resources=pods;deployments/scale,verbs=update;CREATE;Delete;connect,versions=v2;v1,name=c.example.com,path=/validate-c,admissionReviewVersions=v1beta1;v1,sideEffects=none

// rule: webhook/failure-policy-in-any-letters
// +kubebuilder:webhook:mutating=true,failurePolicy=Ignore,groups=*,resources=*,verbs=*,versions=*,name=d.example.com,path=/mutate-d,admissionReviewVersions={v1},sideEffects=NoneOnDryRun

// rule: webhook/match-policy-in-any-letters, webhook/side-effects-in-any-letters
// +kubebuilder:webhook:mutating=false,failurePolicy=fail,matchPolicy=exact,groups=a,resources=as,verbs=create,versions=v1,name=e.example.com,path=/e,admissionReviewVersions=v1,sideEffects=noneondryrun
// +kubebuilder:webhook:mutating=false,failurePolicy=fail,matchPolicy=Equivalent,groups=a,resources=as,verbs=create,versions=v1,name=f.example.com,path=/f,admissionReviewVersions=v1,sideEffects=None

// rule: webhook/timeout
// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,name=g.example.com,path=/g,admissionReviewVersions=v1,sideEffects=None,timeoutSeconds=30

// rule: webhook/service
// +kubebuilder:webhook:mutating=true,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,name=i.example.com,path=/i,admissionReviewVersions=v1,sideEffects=None,serviceName=shop,serviceNamespace=street,servicePort=8443

// rule: webhook/url
// +kubebuilder:webhook:mutating=true,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,name=j.example.com,url="https://example.com:8443/j",admissionReviewVersions=v1,sideEffects=None

// rule: webhook/reinvocation-policy, webhook/version
// +kubebuilder:webhook:mutating=true,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,name=k.example.com,path=/k,admissionReviewVersions=v1,sideEffects=None,reinvocationPolicy=IfNeeded,webhookVersions=v1
// +kubebuilder:webhook:mutating=true,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,name=l.example.com,path=/l,admissionReviewVersions=v1,sideEffects=None,reinvocationPolicy=Never,webhookVersions={v1}
