// +groupName=testdata.kubebuilder.io
// +versionName=v1

import type {
  Bytes,
  float64,
  int32,
  int64,
  IntOrString,
  KubernetesObject,
  MicroTime,
  RawExtension,
  Time,
} from '@kb/apimachinery';
import type { JobTemplateSpec } from '@kb/kubernetes/batch/v1';
import type { IPFamilyPolicy, ObjectReference, Protocol } from '@kb/kubernetes/core/v1';

// Go's int: a whole number of no said size.
// +kubebuilder:validation:Type=integer
export type int = number;

// +kubebuilder:validation:XValidation:rule="has(oldSelf.forbiddenInt) || !has(self.forbiddenInt)",message="forbiddenInt is not allowed",fieldPath=".forbiddenInt",reason="FieldValueForbidden"
export interface CronJobSpec extends UnexportedStruct, ExportedStruct, InlineAlias, InlinePointerStruct {
  /** ${spec.schedule} */
  schedule: string;
  /** ${spec.startingDeadlineSeconds} */
  // +optional
  startingDeadlineSeconds?: int64;
  // +optional
  concurrencyPolicy?: ConcurrencyPolicy;
  // +optional
  k8sConcurrencyPolicy?: K8sConcurrencyPolicy;
  /** ${spec.suspend} */
  // +optional
  suspend?: boolean;
  // +optional
  noReallySuspend?: TotallyABool;
  binaryName: Bytes;
  // +nullable
  canBeNull: string;
  /** ${spec.jobTemplate} */
  jobTemplate: JobTemplateSpec;
  // +optional
  successfulJobsHistoryLimit?: int32;
  // +optional
  failedJobsHistoryLimit?: int32;
  byteSliceData?: Record<string, Bytes>;
  stringSliceData?: Record<string, string[]>;
  ptrData?: Record<string, string>;
  // +kubebuilder:validation:MinLength=4
  twoOfAKindPart0: string;
  twoOfAKindPart1: LongerString;
  // +kubebuilder:default=forty-two
  // +kubebuilder:example=forty-two
  // +kubebuilder:title=DefaultedString
  defaultedString: string;
  // +kubebuilder:default={a,b}
  // +kubebuilder:example={a,b}
  // +kubebuilder:title=DefaultedSlice
  defaultedSlice: string[];
  // +kubebuilder:default={{nested: {foo: "baz", bar: true}},{nested: {foo: "qux", bar: false}}}
  // +kubebuilder:example={{nested: {foo: "baz", bar: true}},{nested: {foo: "qux", bar: false}}}
  // +kubebuilder:title="124"
  defaultedObject: RootObject[];
  // +kubebuilder:default={}
  // +kubebuilder:title="{}"
  defaultedEmptySlice: string[];
  // +kubebuilder:default={}
  defaultedEmptyMap: Record<string, string>;
  // +kubebuilder:default={}
  defaultedEmptyObject: EmpiableObject;
  // +kubebuilder:default="kubebuilder-default"
  // +default="kubernetes-default"
  doubleDefaultedString: string;
  // +default="forty-two"
  kubernetesDefaultedString: string;
  // +default=["a","b"]
  kubernetesDefaultedSlice: string[];
  // +default=[{"nested": {"foo": "baz", "bar": true}},{"nested": {"foo": "qux", "bar": false}}]
  kubernetesDefaultedObject: RootObject[];
  // +default=[]
  kubernetesDefaultedEmptySlice: string[];
  // +default={}
  kubernetesDefaultedEmptyMap: Record<string, string>;
  // +default={}
  kubernetesDefaultedEmptyObject: EmpiableObject;
  kubernetesDefaultedRef?: string;
  // +kubebuilder:validation:Pattern=`^$|^((https):\/\/?)[^\s()<>]+(?:\([\w\d]+\)|([^[:punct:]\s]|\/?))$`
  patternObject: string;
  // +kubebuilder:validation:EmbeddedResource
  embeddedResource: RawExtension;
  // +kubebuilder:pruning:PreserveUnknownFields
  unprunedJSON: NestedObject;
  // +kubebuilder:pruning:PreserveUnknownFields
  // +kubebuilder:validation:EmbeddedResource
  unprunedEmbeddedResource: RawExtension;
  unprunedFomType: Preserved;
  // +kubebuilder:pruning:PreserveUnknownFields
  unprunedFomTypeAndField: Preserved;
  // +listType=map
  // +listMapKey=name
  // +listMapKey=secondary
  associativeList: AssociativeType[];
  // +k8s:listType=map
  // +k8s:listMapKey=name
  k8sAssociativeList: AssociativeType[];
  // +k8s:listType=set
  k8sSetList?: string[];
  // +k8s:listType=atomic
  k8sAtomicList?: string[];
  nestedassociativeList: NestedAssociativeList;
  k8sNestedAssociativeList: K8sNestedAssociativeList;
  // +mapType=granular
  mapOfInfo: Record<string, Bytes>;
  nestedMapOfInfo: NestedMapOfInfo;
  // +structType=atomic
  structWithSeveralFields: NestedObject;
  nestedStructWithSeveralFields: NestedStructWithSeveralFields;
  // +structType=atomic
  nestedStructWithSeveralFieldsDoubleMarked: NestedStructWithSeveralFields;
  justNestedObject?: JustNestedObject;
  // +kubebuilder:validation:Optional
  explicitlyOptionalKubebuilder: string;
  // +optional
  explicitlyOptionalKubernetes: string;
  // +k8s:optional
  explicitlyOptionalK8s: string;
  // +kubebuilder:validation:Required
  explicitlyRequiredKubebuilder?: string;
  // +required
  explicitlyRequiredKubernetes?: string;
  // +k8s:required
  explicitlyRequiredK8s?: string;
  minMaxProperties?: MinMaxObject;
  // +kubebuilder:validation:Schemaless
  // +kubebuilder:validation:Type=string
  schemaless?: Bytes;
  // +kubebuilder:validation:XIntOrString
  // +kubebuilder:validation:MaxLength=11
  // +kubebuilder:validation:MinLength=2
  // +kubebuilder:validation:Pattern="^((100|[0-9]{1,2})%|[0-9]+)$"
  intOrStringWithAPattern?: IntOrString;
  // +kubebuilder:validation:XIntOrString
  // +kubebuilder:validation:Enum=1;2;"foo";"bar"
  intOrStringWithEnum?: IntOrString;
  nestedMap?: Record<string, Record<string, string>>;
  nestedNestedMap?: Record<string, Record<string, Record<string, string>>>;
  nestedMapInStruct?: Record<string, ContainsNestedMap>;
  mapOfArraysOfFloats?: Record<string, boolean[]>;
  mapOfTextMarshalerKeys?: Record<URL3, string>;
  // +kubebuilder:validation:Minimum=-0.5
  // +kubebuilder:validation:Maximum=1.5
  // +kubebuilder:validation:MultipleOf=0.5
  floatWithValidations: number;
  // +kubebuilder:validation:Minimum=-0.5
  // +kubebuilder:validation:Maximum=1.5
  // +kubebuilder:validation:MultipleOf=0.5
  float64WithValidations: float64;
  // +kubebuilder:validation:Minimum=-2
  // +kubebuilder:validation:Maximum=2
  // +kubebuilder:validation:MultipleOf=2
  intWithValidations: int;
  // +kubebuilder:validation:Minimum=-2
  // +kubebuilder:validation:Maximum=2
  // +kubebuilder:validation:MultipleOf=2
  int32WithValidations: int32;
  // +kubebuilder:validation:XValidation:rule="self.size() % 2 == 0",message="must have even length"
  // +kubebuilder:validation:XValidation:rule="true"
  stringWithEvenLength?: string;
  // +kubebuilder:validation:XValidation:rule="self.size() % 2 == 0",messageExpression="self + ' has odd length, must be even'"
  stringWithEvenLengthAndMessageExpression?: string;
  // +kubebuilder:validation:XValidation:rule="self.startsWith('good-')",message="must have good prefix"
  stringWithEvenLengthAndGoodPrefix?: StringEvenType;
  forbiddenInt?: int;
  array?: int[];
  arrayUsingCompositeLiteral?: string[];
  // +kubebuilder:validation:MinItems=1
  // +kubebuilder:validation:items:MinLength=1
  // +kubebuilder:validation:items:MaxLength=255
  // +kubebuilder:validation:items:Pattern=^[a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*$
  // +listType=set
  hosts?: string[];
  // +kubebuilder:validation:items:Enum=0;1;3
  enumSlice?: int[];
  hostsAlias?: Hosts;
  aliasFromPackage?: IPFamilyPolicy;
  stringAlias?: StringAlias;
  stringAliasPtr?: StringAlias;
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=255
  stringAliasAddedValidation?: StringAlias;
  stringAliasAlreadyValidated?: StringAliasWithValidation;
  // +kubebuilder:title="title on field"
  stringAliasWithAddedTitle?: StringAliasWithTitle;
  stringAliasWithTitle?: StringAliasWithTitle;
  // +kubebuilder:validation:MinItems=2
  // +kubebuilder:validation:MaxItems=2
  stringPair: string[];
  // +kubebuilder:validation:MinItems=3
  longerStringArray?: LongerString[];
  // +kubebuilder:validation:items:XIntOrString
  // +kubebuilder:validation:items:MaxLength=10
  // +kubebuilder:validation:items:MinLength=1
  // +kubebuilder:validation:items:Pattern="^((100|[0-9]{1,2})%|[0-9]+)$"
  intOrStringArrayWithAPattern?: IntOrString[];
  // +kubebuilder:validation:items:XIntOrString
  // +kubebuilder:validation:items:MaxLength=3
  // +kubebuilder:validation:items:MinLength=1
  // +kubebuilder:validation:items:Enum=1;2;"foo";"bar"
  intOrStringWithEnumSlice?: IntOrString[];
  // +optional
  // +default="TCP"
  protocol?: Protocol;
  selectableFieldString?: string;
  // +kubebuilder:validation:XValidation:rule="oldSelf.hasValue() || self == 0",message="must be set to 0 on creation. can be set to any value on an update.",optionalOldSelf=true
  onlyAllowSettingOnUpdate?: int32;
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=10
  locallyBoundedInteger?: UnmarkeredInteger;
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=10
  locallyBoundedString?: UnmarkeredString;
  // +kubebuilder:validation:MinLength=10
  // +kubebuilder:validation:MaxLength=10
  fieldLevelAliasOverride?: StringAliasWithValidation;
  // +kubebuilder:validation:MinLength=10
  // +kubebuilder:validation:MaxLength=10
  fieldLevelLocalDeclarationOverride?: LongerString;
}

export type InlineAlias = EmbeddedStruct;

export interface EmbeddedStruct {
  fromEmbedded?: string;
}

export interface InlinePointerStruct {
  fromPointer?: string;
}

interface UnexportedStruct {
  foo: string;
}

export interface ExportedStruct {
  baz: string;
}

export type StringAlias = string;

// +kubebuilder:title="title on type"
export type StringAliasWithTitle = string;

// +kubebuilder:validation:MinLength=1
// +kubebuilder:validation:MaxLength=255
export type StringAliasWithValidation = string;

export interface ContainsNestedMap {
  innerMap?: Record<string, string>;
}

// In Go, an object that reads and writes its own JSON.
// +kubebuilder:validation:Type=object
// +kubebuilder:pruning:PreserveUnknownFields
export type Preserved = Record<string, unknown>;

export interface NestedObject {
  foo: string;
  bar: boolean;
}

// +structType=atomic
export interface NestedStructWithSeveralFields extends NestedObject {}

export type JustNestedObject = NestedObject;

// +kubebuilder:validation:MinProperties=1
// +kubebuilder:validation:MaxProperties=2
export interface MinMaxObject {
  foo?: string;
  bar?: string;
  baz?: string;
}

export interface EmpiableObject {
  // +kubebuilder:default=forty-two
  foo?: string;
  bar?: string;
}

export interface RootObject {
  nested: NestedObject;
}

export interface AssociativeType {
  name: string;
  secondary: int;
  foo: string;
}

// +listType=map
// +listMapKey=name
// +listMapKey=secondary
export type NestedAssociativeList = AssociativeType[];

// +k8s:listType=map
// +k8s:listMapKey=name
// +k8s:listMapKey=secondary
export type K8sNestedAssociativeList = AssociativeType[];

// +mapType=granular
export type NestedMapOfInfo = Record<string, Bytes>;

// +kubebuilder:validation:MinLength=4
export type LongerString = string;

// A boolean in Go, which writes itself as text.
// +kubebuilder:validation:Type=string
export type TotallyABool = string;

// +kubebuilder:validation:MinItems=1
// +kubebuilder:validation:items:MinLength=1
// +kubebuilder:validation:items:MaxLength=255
// +kubebuilder:validation:items:Pattern=^[a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*$
// +listType=set
export type Hosts = string[];

export type UnmarkeredInteger = int32;

export type UnmarkeredString = string;

// Types that write themselves as text in Go, with a marker that says so.
// +kubebuilder:validation:Type=string
export type URL = string;

// +kubebuilder:validation:Type=string
export type URL2 = string;

// Types that write themselves as text in Go, which is then enough.
export type URL3 = string;

export type URL4 = string;

// A time in Go, which writes itself as a number.
// +kubebuilder:validation:Type=integer
// +kubebuilder:validation:Format=int64
export type Time2 = int64;

export interface Duration {
  value: int64;
}

// +kubebuilder:validation:Enum=Allow;Forbid;Replace
export type ConcurrencyPolicy = string;

// +k8s:enum
export enum K8sConcurrencyPolicy {
  AllowK8sConcurrencyPolicy = 'Allow',
  ForbidK8sConcurrencyPolicy = 'Forbid',
  ReplaceK8sConcurrencyPolicy = 'Replace',
}

// +kubebuilder:validation:XValidation:rule="self.size() % 2 == 0",message="must have even length"
export type StringEvenType = string;

export interface CronJobStatus {
  /** ${status.active} */
  // +optional
  active?: ObjectReference[];
  /** ${status.lastScheduleTime} */
  // +optional
  lastScheduleTime?: Time;
  /** ${status.lastScheduleTime2} */
  // +optional
  lastScheduleTime2?: Time2;
  // +optional
  lastScheduleMicroTime?: MicroTime;
  // +optional
  lastActiveLogURL?: URL;
  // +optional
  lastActiveLogURL2?: URL2;
  // +optional
  lastActiveLogURL3?: URL3;
  // +optional
  lastActiveLogURL4?: URL4;
  duration?: Duration;
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:singular=mycronjob
// +kubebuilder:storageversion
// +kubebuilder:metadata:annotations="api-approved.kubernetes.io=https://github.com/kubernetes-sigs/controller-tools";"cert-manager.io/inject-ca-from-secret=cert-manager/cert-manager-webhook-ca"
// +kubebuilder:selectablefield:JSONPath=`.spec.selectableFieldString`
export interface CronJob extends KubernetesObject {
  spec?: CronJobSpec;
  status?: CronJobStatus;
}
