// Shows webhooks that are patched.
// +groupName=webhooks.example.com

// rule: webhook/patch
// +kubebuilder:webhook:mutating=true,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,name=a.example.com,path=/a,admissionReviewVersions=v1,sideEffects=None,patch=`{"namespaceSelector":{"matchLabels":{"b":"true","a":"x"}},"objectSelector":{"matchExpressions":[{"key":"tier","operator":"In","values":["z","a"]}]}}`
// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=as,verbs=create,versions=v1,name=b.example.com,path=/b,admissionReviewVersions=v1,sideEffects=None,timeoutSeconds=5,patch=`{"timeoutSeconds":25,"matchPolicy":null,"matchConditions":[{"name":"not-kube","expression":"!request.userInfo.username.startsWith('kube')"}]}`
export {};
