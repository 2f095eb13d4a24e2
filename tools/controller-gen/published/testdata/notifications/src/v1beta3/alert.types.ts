import type { KubernetesObject } from '@kb/apimachinery';
import type { LocalObjectReference } from '../meta.ts';
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
  /** digest:MBz3nKhZ */
  // +kubebuilder:validation:MaxLength:=255
  summary?: string;
  /** digest:mrsgZip3 */
  suspend?: boolean;
}

/** digest:uxuNRPLf */
// +kubebuilder:storageversion
// +kubebuilder:object:root=true
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp",description=""
export interface Alert extends KubernetesObject {
  spec?: AlertSpec;
}
