import type { Condition, int64, KubernetesObject } from '@kb/apimachinery';
import type { LocalObjectReference, ReconcileRequestStatus } from '../meta.ts';
import type { CrossNamespaceObjectReference } from '../v1/reference.types.ts';

/** digest:JhVUO0CF */
export interface AlertSpec {
  /** digest:Thi2k7BR */
  providerRef: LocalObjectReference;
  /** digest:oaTmrJP8 */
  // +kubebuilder:default:=info
  eventSeverity?: 'info' | 'error';
  /** digest:rK6n21fg */
  eventSources: CrossNamespaceObjectReference[];
  /** digest:pEKJN1r_ */
  inclusionList?: string[];
  /** digest:cvLz_Qfh */
  eventMetadata?: Record<string, string>;
  /** digest:Dgpx-EhP */
  exclusionList?: string[];
  /** digest:O30aiMKE */
  // +kubebuilder:validation:MaxLength:=255
  summary?: string;
  /** digest:mrsgZip3 */
  suspend?: boolean;
}

/** digest:SdBzHGH4 */
export interface AlertStatus extends ReconcileRequestStatus {
  /** digest:ngx8Xou8 */
  conditions?: Condition[];
  /** digest:9_5ZqOAz */
  observedGeneration?: int64;
}

/** digest:uxuNRPLf */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:deprecatedversion:warning="digest:zYthXdNF"
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp",description=""
// +kubebuilder:printcolumn:name="Ready",type="string",JSONPath=".status.conditions[?(@.type==\"Ready\")].status",description=""
// +kubebuilder:printcolumn:name="Status",type="string",JSONPath=".status.conditions[?(@.type==\"Ready\")].message",description=""
export interface Alert extends KubernetesObject {
  spec?: AlertSpec;
  // +kubebuilder:default:={"observedGeneration":-1}
  status?: AlertStatus;
}
