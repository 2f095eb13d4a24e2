// +kubebuilder:webhookconfiguration:mutating=true,name=shop-defaults
// +kubebuilder:webhookconfiguration:mutating=true,name=shop-defaults

// +kubebuilder:webhook:path=/mutate-b,mutating=true,failurePolicy=fail,sideEffects=None,groups=core,resources=pods,verbs=create,versions=v1,name=b.shop.kb.io,admissionReviewVersions=v1,reinvocationPolicy=ifneeded,patch=`{"objectSelector":{"matchLabels":{"shop":"yes"}},"matchConditions":[{"name":"not-ours","expression":"request.userInfo.username != 'shop'"}]}`
// +kubebuilder:webhook:path=/mutate-a,mutating=true,failurePolicy=fail,sideEffects=None,groups="",resources=services,verbs=create;update,versions=v1,name=a.shop.kb.io,admissionReviewVersions=v1,serviceName=hooks,serviceNamespace=shop,servicePort=9443,timeoutSeconds=5,matchPolicy=exact
// +kubebuilder:webhook:url="https://hooks.example.com/all",mutating=false,failurePolicy=fail,sideEffects=None,groups=*,resources=*,verbs=*,versions=*,name=all.shop.kb.io,admissionReviewVersions={v1,v1beta1},reinvocationPolicy=Never
export const handler = 1;
