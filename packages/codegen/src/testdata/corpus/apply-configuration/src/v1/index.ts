// +groupName=testdata.kubebuilder.io
// +versionName=v1

import type { KubernetesObject } from '@kb/apimachinery';
import type * as cronjob from '../../../cronjob/src/v1/index.ts';
import type { ExternalData } from '../external.ts';

/** What the types of this run lack, or say otherwise, of those of the other. */
type Different =
  | 'array'
  | 'arrayUsingCompositeLiteral'
  | 'defaultedEmptySlice'
  | 'defaultedObject'
  | 'defaultedSlice'
  | 'defaultedString'
  | 'explicitlyOptionalK8s'
  | 'explicitlyRequiredK8s'
  | 'fieldLevelAliasOverride'
  | 'fieldLevelLocalDeclarationOverride'
  | 'foo'
  | 'fromPointer'
  | 'intOrStringArrayWithAPattern'
  | 'intOrStringWithEnum'
  | 'intOrStringWithEnumSlice'
  | 'k8sAssociativeList'
  | 'k8sAtomicList'
  | 'k8sConcurrencyPolicy'
  | 'k8sNestedAssociativeList'
  | 'k8sSetList'
  | 'locallyBoundedInteger'
  | 'locallyBoundedString'
  | 'mapOfTextMarshalerKeys'
  | 'stringAliasWithAddedTitle'
  | 'stringAliasWithTitle';

// +kubebuilder:validation:XValidation:rule="has(oldSelf.forbiddenInt) || !has(self.forbiddenInt)",message="forbiddenInt is not allowed",fieldPath=".forbiddenInt",reason="FieldValueForbidden"
export interface CronJobSpec extends Omit<cronjob.CronJobSpec, Different> {
  // +kubebuilder:default=forty-two
  // +kubebuilder:example=forty-two
  defaultedString: string;
  // +kubebuilder:default={a,b}
  // +kubebuilder:example={a,b}
  defaultedSlice: string[];
  // +kubebuilder:default={{nested: {foo: "baz", bar: true}},{nested: {foo: "qux", bar: false}}}
  // +kubebuilder:example={{nested: {foo: "baz", bar: true}},{nested: {foo: "qux", bar: false}}}
  defaultedObject: cronjob.RootObject[];
  // +kubebuilder:default={}
  defaultedEmptySlice: string[];
  // +optional
  embeddedExternal?: EmbeddedExternalSpec;
  structSlice?: cronjob.RootObject[];
  structMap?: Record<string, cronjob.RootObject>;
}

export interface EmbeddedExternalSpec extends ExternalData {
  extra?: string;
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:singular=mycronjob
// +kubebuilder:storageversion
// +kubebuilder:metadata:annotations="api-approved.kubernetes.io=https://github.com/kubernetes-sigs/controller-tools";"cert-manager.io/inject-ca-from-secret=cert-manager/cert-manager-webhook-ca"
// +kubebuilder:selectablefield:JSONPath=`.spec.selectableFieldString`
export interface CronJob extends KubernetesObject {
  spec?: CronJobSpec;
  status?: cronjob.CronJobStatus;
}

export interface ClusterScopedResourceSpec {}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:scope=Cluster
export interface ClusterScopedResource extends KubernetesObject {
  spec?: ClusterScopedResourceSpec;
}
