import type { Condition, int32, int64, KubernetesObject, RawExtension, Time } from '@kb/apimachinery';

/** digest:Na_DDcwq */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
export interface ManifestWork extends KubernetesObject {
  /** digest:ilIXd0jr */
  spec?: ManifestWorkSpec;
  /** digest:6UzXhXv9 */
  status?: ManifestWorkStatus;
}

/** digest:pEZtouwX */
export interface ManifestWorkSpec {
  /** digest:kOTV5sMy */
  workload?: ManifestsTemplate;
  /** digest:qtg653vD */
  deleteOption?: DeleteOption;
  /** digest:OFFNBZAI */
  manifestConfigs?: ManifestConfigOption[];
  /** digest:i_cr3rJh */
  executor?: ManifestWorkExecutor;
}

// The Go type embeds the raw extension, and has the markers on what it embeds.
/** digest:PgdUNGbE */
// +kubebuilder:validation:XEmbeddedResource
// +kubebuilder:pruning:PreserveUnknownFields
export interface Manifest extends RawExtension {}

/** digest:1cusiHy4 */
export interface ManifestsTemplate {
  /** digest:0EnGM9r6 */
  manifests?: Manifest[];
}

export interface DeleteOption {
  /** digest:p2B93jGm */
  // +kubebuilder:default=Foreground
  propagationPolicy?: DeletePropagationPolicyType;
  /** digest:0FzDo3B_ */
  selectivelyOrphans?: SelectivelyOrphan;
  /** digest:LhmWWVPR */
  ttlSecondsAfterFinished?: int64;
}

/** digest:uI2lrjBh */
export interface ManifestConfigOption {
  /** digest:CU-aertz */
  // +required
  resourceIdentifier: ResourceIdentifier;
  /** digest:CJhGwy1g */
  feedbackRules?: FeedbackRule[];
  /** digest:fIGDBBgD */
  updateStrategy?: UpdateStrategy;
  /** digest:0lT_-35a */
  // +listType:=map
  // +listMapKey:=condition
  conditionRules?: ConditionRule[];
  /** digest:qXbGh6TL */
  // +kubebuilder:default=Poll
  feedbackScrapeType?: 'Poll' | 'Watch';
}

// +kubebuilder:validation:XValidation:rule="self.type != 'CEL' || self.condition != \"\"",message="digest:F2flA7L0"
export interface ConditionRule {
  /** digest:deuKuKH2 */
  // +required
  condition: string;
  /** digest:rrTPfI9i */
  // +required
  type: ConditionRuleType;
  /** digest:-mGKH04X */
  celExpressions?: string[];
  /** digest:ikXcpF2x */
  message?: string;
  /** digest:iyoNxuiF */
  messageExpression?: string;
}

export type ConditionRuleType = 'WellKnownConditions' | 'CEL';

/** digest:Xg1301Zb */
export interface ManifestWorkExecutor {
  /** digest:FIC0e3jU */
  subject?: ManifestWorkExecutorSubject;
}

/** digest:qQnXTqkS */
export interface ManifestWorkExecutorSubject {
  /** digest:2mSDo63R */
  // +required
  type: 'ServiceAccount';
  /** digest:nZqoQyu7 */
  serviceAccount?: ManifestWorkSubjectServiceAccount;
}

/** digest:l1Abkrau */
export interface ManifestWorkSubjectServiceAccount {
  /** digest:8wnKByPx */
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=253
  // +kubebuilder:validation:Pattern=`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*)$`
  // +required
  namespace: string;
  /** digest:7lgMIAJ6 */
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=253
  // +kubebuilder:validation:Pattern=`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*)$`
  // +required
  name: string;
}

/** digest:FhPFmg1y */
export interface UpdateStrategy {
  /** digest:fU3duusD */
  // +kubebuilder:default=Update
  // +required
  type: 'Update' | 'CreateOnly' | 'ServerSideApply' | 'ReadOnly';
  /** digest:EZzxYk07 */
  serverSideApply?: ServerSideApplyConfig;
}

export interface ServerSideApplyConfig {
  /** digest:Se7eGhuq */
  force?: boolean;
  /** digest:gRmX0iYm */
  // +kubebuilder:default=work-agent
  // +kubebuilder:validation:Pattern=`^work-agent`
  fieldManager?: string;
  /** digest:4nxb0Yj9 */
  // +listType:=map
  // +listMapKey:=condition
  ignoreFields?: IgnoreField[];
}

export interface IgnoreField {
  /** digest:uIRfhVF_ */
  // +kubebuilder:default=OnSpokePresent
  // +required
  condition: 'OnSpokePresent' | 'OnSpokeChange';
  /** digest:fRurK8gx */
  // +kubebuilder:validation:MinItems=1
  // +required
  jsonPaths: string[];
}

export interface FeedbackRule {
  /** digest:uTWvkNCN */
  // +required
  type: FeedBackType;
  /** digest:6n2KMG4H */
  // +listType:=map
  // +listMapKey:=name
  jsonPaths?: JsonPath[];
}

export type FeedBackType = 'WellKnownStatus' | 'JSONPaths';

export interface JsonPath {
  /** digest:CPNWN9L2 */
  // +required
  name: string;
  /** digest:YTR5N1le */
  version?: string;
  /** digest:8Glnkgc- */
  // +required
  path: string;
}

export type DeletePropagationPolicyType = 'Foreground' | 'Orphan' | 'SelectivelyOrphan';

/** digest:Vl_Se3ev */
export interface SelectivelyOrphan {
  /** digest:lRF7WaeW */
  orphaningRules?: OrphaningRule[];
}

/** digest:KBiOsBNg */
export interface ResourceIdentifier {
  /** digest:G56Hi0p- */
  group?: string;
  /** digest:HpcQPm-A */
  // +required
  resource: string;
  /** digest:QwoN2Xjf */
  // +required
  name: string;
  /** digest:mwZ-nv2Y */
  namespace?: string;
}

/** digest:DwBDA3lW */
export type OrphaningRule = ResourceIdentifier;

/** digest:W7NuP_T0 */
export interface ManifestResourceMeta {
  /** digest:aZVGtTZK */
  // +required
  ordinal: int32;
  /** digest:lEOECa3D */
  group?: string;
  /** digest:Q8ToupRw */
  version?: string;
  /** digest:EyEEkw_k */
  kind?: string;
  /** digest:HpcQPm-A */
  resource?: string;
  /** digest:QwoN2Xjf */
  name?: string;
  /** digest:13FTOhCg */
  namespace?: string;
}

/** digest:EBWTSE4N */
export interface AppliedManifestResourceMeta extends ResourceIdentifier {
  /** digest:Q8ToupRw */
  // +required
  version: string;
  /** digest:02p-m06r */
  uid?: string;
}

/** digest:gtp6p1iv */
export interface ManifestWorkStatus {
  /** digest:dI_rIXCR */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
  /** digest:ERy6JM1- */
  resourceStatus?: ManifestResourceStatus;
}

/** digest:GX7SZsNf */
export interface ManifestResourceStatus {
  /** digest:EAg-jNEZ */
  manifests?: ManifestCondition[];
}

/** digest:hSWJvCyp */
export interface ManifestCondition {
  /** digest:SteQhLbs */
  // +required
  resourceMeta: ManifestResourceMeta;
  /** digest:9uWh_AL2 */
  statusFeedback?: StatusFeedbackResult;
  /** digest:R8SjkNe7 */
  // +required
  // +listType=map
  // +listMapKey=type
  conditions: Condition[];
}

/** digest:O8WjE6i_ */
export interface StatusFeedbackResult {
  /** digest:d3ZRw5u- */
  // +listType:=map
  // +listMapKey:=name
  values?: FeedbackValue[];
}

export interface FeedbackValue {
  /** digest:QR3Csn5Q */
  // +required
  name: string;
  /** digest:jK3GDJE4 */
  // +required
  fieldValue: FieldValue;
}

/** digest:4y3wYIl2 */
export interface FieldValue {
  /** digest:eGN7TnGj */
  // +required
  type: ValueType;
  /** digest:-hIjMsqo */
  integer?: int64;
  /** digest:D9w9YHzD */
  string?: string;
  /** digest:l3EqxLxa */
  boolean?: boolean;
  /** digest:u18xSb5g */
  // +kubebuilder:validation:MaxLength=1024
  jsonRaw?: string;
}

export type ValueType = 'Integer' | 'String' | 'Boolean' | 'JsonRaw';

/** digest:t8SYJU7f */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
export interface AppliedManifestWork extends KubernetesObject {
  /** digest:3xOuCGTh */
  spec?: AppliedManifestWorkSpec;
  /** digest:O7JSqLeV */
  status?: AppliedManifestWorkStatus;
}

/** digest:bvWtcHd5 */
export interface AppliedManifestWorkSpec {
  /** digest:yYApEqmK */
  // +required
  hubHash: string;
  /** digest:9eZ29BBA */
  agentID?: string;
  /** digest:ZpJ_Sb1S */
  // +required
  manifestWorkName: string;
}

/** digest:BJsuC1Uv */
export interface AppliedManifestWorkStatus {
  /** digest:QnqSpCVy */
  appliedResources?: AppliedManifestResourceMeta[];
  /** digest:FZIWS_in */
  evictionStartTime?: Time;
}
