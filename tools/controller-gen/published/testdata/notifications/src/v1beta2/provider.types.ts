import type { Condition, Duration, int64, KubernetesObject } from '@kb/apimachinery';
import type { LocalObjectReference, ReconcileRequestStatus } from '../meta.ts';

/** digest:XhaLTsag */
export interface ProviderSpec {
  /** digest:l38tcT9O */
  // +kubebuilder:validation:Enum=slack;discord;msteams;rocket;generic;generic-hmac;github;gitlab;gitea;bitbucketserver;bitbucket;azuredevops;googlechat;googlepubsub;webex;sentry;azureeventhub;telegram;lark;matrix;opsgenie;alertmanager;grafana;githubdispatch;pagerduty;datadog
  type: string;
  /** digest:mzNMcEGV */
  // +kubebuilder:validation:Type=string
  // +kubebuilder:validation:Pattern="^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$"
  interval?: Duration;
  /** digest:fBkHImMW */
  // +kubebuilder:validation:MaxLength:=2048
  channel?: string;
  /** digest:MXKPQlG9 */
  // +kubebuilder:validation:MaxLength:=2048
  username?: string;
  /** digest:3nzEfVeS */
  // +kubebuilder:validation:MaxLength:=2048
  address?: string;
  /** digest:zYvHuSKN */
  // +kubebuilder:validation:Type=string
  // +kubebuilder:validation:Pattern="^([0-9]+(\\.[0-9]+)?(ms|s|m))+$"
  timeout?: Duration;
  /** digest:Cv9s9V1V */
  // +kubebuilder:validation:Pattern="^(http|https)://.*$"
  // +kubebuilder:validation:MaxLength:=2048
  proxy?: string;
  /** digest:dsWJB2ox */
  secretRef?: LocalObjectReference;
  /** digest:-63tRfXP */
  certSecretRef?: LocalObjectReference;
  /** digest:r_lTxSMP */
  suspend?: boolean;
}

/** digest:3C5caeVL */
export interface ProviderStatus extends ReconcileRequestStatus {
  /** digest:gLWu-Gtl */
  conditions?: Condition[];
  /** digest:dh-gj0pg */
  observedGeneration?: int64;
}

/** digest:WhErMFOZ */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:deprecatedversion:warning="digest:-t4-jZg1"
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp",description=""
// +kubebuilder:printcolumn:name="Ready",type="string",JSONPath=".status.conditions[?(@.type==\"Ready\")].status",description=""
// +kubebuilder:printcolumn:name="Status",type="string",JSONPath=".status.conditions[?(@.type==\"Ready\")].message",description=""
export interface Provider extends KubernetesObject {
  spec?: ProviderSpec;
  // +kubebuilder:default:={"observedGeneration":-1}
  status?: ProviderStatus;
}
