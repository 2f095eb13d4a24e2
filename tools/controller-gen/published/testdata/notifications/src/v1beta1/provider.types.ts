import type { Condition, Duration, int64, KubernetesObject } from '@kb/apimachinery';
import type { LocalObjectReference } from '../meta.ts';

/** digest:q0TdVAl5 */
export interface ProviderSpec {
  /** digest:zoS2pZi- */
  // +kubebuilder:validation:Enum=slack;discord;msteams;rocket;generic;generic-hmac;github;gitlab;bitbucket;azuredevops;googlechat;webex;sentry;azureeventhub;telegram;lark;matrix;opsgenie;alertmanager;grafana;githubdispatch;
  type: string;
  /** digest:GVV2Sda_ */
  channel?: string;
  /** digest:U_5EBC73 */
  username?: string;
  /** digest:8Q-0A_2b */
  // +kubebuilder:validation:Pattern="^(http|https)://"
  address?: string;
  /** digest:JEx5qwtI */
  // +kubebuilder:validation:Type=string
  // +kubebuilder:validation:Pattern="^([0-9]+(\\.[0-9]+)?(ms|s|m))+$"
  timeout?: Duration;
  /** digest:Ds5mtZdv */
  // +kubebuilder:validation:Pattern="^(http|https)://"
  proxy?: string;
  /** digest:w6GRH0Gn */
  secretRef?: LocalObjectReference;
  /** digest:Pln8npJy */
  certSecretRef?: LocalObjectReference;
  /** digest:qdzW24iv */
  suspend?: boolean;
}

/** digest:tgrjzpTv */
export interface ProviderStatus {
  /** digest:dh-gj0pg */
  observedGeneration?: int64;
  conditions?: Condition[];
}

/** digest:SF7n10NQ */
// +kubebuilder:object:root=true
// +kubebuilder:skipversion
export interface Provider extends KubernetesObject {
  spec?: ProviderSpec;
  // +kubebuilder:default:={"observedGeneration":-1}
  status?: ProviderStatus;
}
