import type { Condition, Duration, int64, KubernetesObject } from '@kb/apimachinery';
import type { LocalObjectReference, ReconcileRequestStatus } from '../meta.ts';
import type { CrossNamespaceObjectReference } from './reference.types.ts';

/** digest:R76DZsHB */
export interface ReceiverSpec {
  /** digest:RkHbfssx */
  type:
    | 'generic'
    | 'generic-hmac'
    | 'github'
    | 'gitlab'
    | 'bitbucket'
    | 'harbor'
    | 'dockerhub'
    | 'quay'
    | 'gcr'
    | 'nexus'
    | 'acr'
    | 'cdevents';
  /** digest:Rb7vyZck */
  // +kubebuilder:validation:Pattern="^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$"
  // +kubebuilder:default:="10m"
  interval?: Duration;
  /** digest:0ryxXS5g */
  events?: string[];
  /** digest:6cLVi6Sh */
  resources: CrossNamespaceObjectReference[];
  /** digest:dMsTPzN2 */
  resourceFilter?: string;
  /** digest:jOZZgXSU */
  secretRef: LocalObjectReference;
  /** digest:hPv-Sywj */
  suspend?: boolean;
}

/** digest:yjG49dai */
export interface ReceiverStatus extends ReconcileRequestStatus {
  /** digest:vaP_3ln- */
  conditions?: Condition[];
  /** digest:OcAWFUQe */
  webhookPath?: string;
  /** digest:TxbuwLrP */
  observedGeneration?: int64;
}

/** digest:ssyOEcGZ */
// +kubebuilder:storageversion
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp",description=""
// +kubebuilder:printcolumn:name="Ready",type="string",JSONPath=".status.conditions[?(@.type==\"Ready\")].status",description=""
// +kubebuilder:printcolumn:name="Status",type="string",JSONPath=".status.conditions[?(@.type==\"Ready\")].message",description=""
export interface Receiver extends KubernetesObject {
  spec?: ReceiverSpec;
  // +kubebuilder:default:={"observedGeneration":-1}
  status?: ReceiverStatus;
}
