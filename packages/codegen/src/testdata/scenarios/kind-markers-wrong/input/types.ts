import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  clerks: int32;
  names: string[];
}

/** Shop sells. */
// +kubebuilder:object:root=true
// +kubebuilder:metadata:annotations="no value"
// +kubebuilder:metadata:labels=novalue
// +kubebuilder:metadata:labels="a=not a label"
// +kubebuilder:metadata:annotations="not a key=a"
// +kubebuilder:metadata:labels="team=a",annotations="b=1;b=2"
// +kubebuilder:metadata:labels="team=b"
// +kubebuilder:selectablefield:JSONPath=.spec.clerk
// +kubebuilder:selectablefield:JSONPath=.spec.names
// +kubebuilder:selectablefield:JSONPath=.spec
// +kubebuilder:selectablefield:JSONPath=spec.clerks
// +kubebuilder:selectablefield:JSONPath=.metadata.name
// +kubebuilder:selectablefield:JSONPath=.spec.clerks
// +kubebuilder:selectablefield:JSONPath=.spec.clerks
// +kubebuilder:selectablefield
// +kubebuilder:subresource:scale:specpath=spec.clerks,statuspath=.status.clerks
// +kubebuilder:printcolumn:name=A,type=string,JSONPath=spec.clerks
// +kubebuilder:printcolumn:name=A,type=integer,format=int16,JSONPath=.spec.clerks
// +kubebuilder:deprecatedversion:warning=""
// +kb:conversion:strategy=Hook
// +kb:conversion:strategy=None,path=/convert
// +kb:conversion:strategy=Webhook,url="https://a.b/c",path=/convert
// +kb:conversion:strategy=Webhook,url="http://a.b/c"
// +kb:conversion:strategy=Webhook,servicePort=0
// +kb:conversion:strategy=Webhook,path=convert
// +kb:conversion:strategy=Webhook,serviceName=Webhook
// +kb:conversion:strategy=Webhook,conversionReviewVersions=v2
// +kb:listKind=shops
// +kubebuilder:externalDocs:url=docs
// +kubebuilder:ac:output:package="../elsewhere"
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}

// +kubebuilder:ac:output:package="../elsewhere"
