import type { Duration, KubernetesObject } from '@kb/apimachinery';
import type { LocalObjectReference } from '../meta.ts';

/** digest:XhaLTsag */
// +kubebuilder:validation:XValidation:rule="self.type == 'github' || self.type == 'gitlab' || self.type == 'gitea' || self.type == 'bitbucketserver' || self.type == 'bitbucket' || self.type == 'azuredevops' || !has(self.commitStatusExpr)", message="digest:xIucn2lV"
export interface ProviderSpec {
  /** digest:l38tcT9O */
  // +kubebuilder:validation:Enum=slack;discord;msteams;rocket;generic;generic-hmac;github;gitlab;gitea;giteapullrequestcomment;bitbucketserver;bitbucket;azuredevops;googlechat;googlepubsub;webex;sentry;azureeventhub;telegram;lark;matrix;opsgenie;alertmanager;grafana;githubdispatch;githubpullrequestcomment;gitlabmergerequestcomment;pagerduty;datadog;nats;zulip;otel
  type: string;
  /** digest:R_xAwuo9 */
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
  // +kubebuilder:validation:Pattern="^([0-9]+(\\.[0-9]+)?(ms|s|m))+$"
  timeout?: Duration;
  /** digest:0dOpm3ON */
  // +kubebuilder:validation:Pattern="^(http|https)://.*$"
  // +kubebuilder:validation:MaxLength:=2048
  proxy?: string;
  /** digest:wr7GPYgq */
  proxySecretRef?: LocalObjectReference;
  /** digest:dsWJB2ox */
  secretRef?: LocalObjectReference;
  /** digest:k2TJZAZD */
  serviceAccountName?: string;
  /** digest:dGsqr9AC */
  certSecretRef?: LocalObjectReference;
  /** digest:r_lTxSMP */
  suspend?: boolean;
  /** digest:MkRc8-CG */
  commitStatusExpr?: string;
}

/** digest:SF7n10NQ */
// +kubebuilder:storageversion
// +kubebuilder:object:root=true
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp",description=""
export interface Provider extends KubernetesObject {
  spec?: ProviderSpec;
}
