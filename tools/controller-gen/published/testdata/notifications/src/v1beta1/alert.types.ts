import type { Condition, int64, KubernetesObject } from '@kb/apimachinery';
import type { LocalObjectReference } from '../meta.ts';
import type { CrossNamespaceObjectReference } from './reference.types.ts';

/** digest:NB_-Kzlm */
export interface AlertSpec {
  /** digest:DIIyY44E */
  providerRef: LocalObjectReference;
  /** digest:MLZQUs_U */
  // +kubebuilder:default:=info
  eventSeverity?: 'info' | 'error';
  /** digest:HXX6n1Ht */
  eventSources: CrossNamespaceObjectReference[];
  /** digest:cSYXlOWN */
  exclusionList?: string[];
  /** digest:eTgTcL2g */
  summary?: string;
  /** digest:Z-6Hbh85 */
  suspend?: boolean;
}

/** digest:7yMlXjcG */
export interface AlertStatus {
  conditions?: Condition[];
  /** digest:9_5ZqOAz */
  observedGeneration?: int64;
}

/** digest:uxuNRPLf */
// +kubebuilder:object:root=true
// +kubebuilder:skipversion
export interface Alert extends KubernetesObject {
  spec?: AlertSpec;
  // +kubebuilder:default:={"observedGeneration":-1}
  status?: AlertStatus;
}
