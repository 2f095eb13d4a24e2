import type { Condition, int64, KubernetesObject } from '@kb/apimachinery';
import type { LocalObjectReference } from '../meta.ts';
import type { CrossNamespaceObjectReference } from './reference.types.ts';

/** digest:e35KBgNQ */
export interface ReceiverSpec {
  /** digest:RkHbfssx */
  // +kubebuilder:validation:Enum=generic;generic-hmac;github;gitlab;bitbucket;harbor;dockerhub;quay;gcr;nexus;acr
  type: string;
  /** digest:896vW7A- */
  // +optional
  events: string[];
  /** digest:6cLVi6Sh */
  resources: CrossNamespaceObjectReference[];
  /** digest:w57IrmVD */
  // +required
  secretRef?: LocalObjectReference;
  /** digest:qdzW24iv */
  suspend?: boolean;
}

/** digest:zP28u5eg */
export interface ReceiverStatus {
  conditions?: Condition[];
  /** digest:vS0W-Obh */
  url?: string;
  /** digest:9_5ZqOAz */
  observedGeneration?: int64;
}

/** digest:73H9hesZ */
// +kubebuilder:object:root=true
// +kubebuilder:skipversion
export interface Receiver extends KubernetesObject {
  spec?: ReceiverSpec;
  // +kubebuilder:default:={"observedGeneration":-1}
  status?: ReceiverStatus;
}
