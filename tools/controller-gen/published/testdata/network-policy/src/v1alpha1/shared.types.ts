import type { int32 } from '@kb/apimachinery';
import type { Protocol } from '@kb/kubernetes/core/v1';
import type { LabelSelector } from '@kb/kubernetes/meta/v1';

/** digest:v5OI5i1F */
// +kubebuilder:validation:MaxProperties=1
// +kubebuilder:validation:MinProperties=1
export interface AdminNetworkPolicySubject {
  /** digest:Sc0ANiPp */
  namespaces?: LabelSelector;
  /** digest:mhfQ4_lQ */
  pods?: NamespacedPodSubject;
}

/** digest:FuzP6TDZ */
export interface NamespacedPodSubject {
  /** digest:2c14_rq4 */
  namespaceSelector: LabelSelector;
  /** digest:ckZKfpTo */
  podSelector: LabelSelector;
}

/** digest:7nFHAgI0 */
// +kubebuilder:validation:MaxProperties=1
// +kubebuilder:validation:MinProperties=1
export interface AdminNetworkPolicyPort {
  /** digest:YWMfw9fa */
  portNumber?: Port;
  /** digest:ihN6HqwW */
  namedPort?: string;
  /** digest:kS3fKFAk */
  portRange?: PortRange;
}

export interface Port {
  /** digest:w5BMweAi */
  protocol: Protocol;
  /** digest:Zx1lgbZh */
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=65535
  port: int32;
}

/** digest:2yJAmcSd */
export interface PortRange {
  /** digest:w5BMweAi */
  protocol?: Protocol;
  /** digest:MrTXGROc */
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=65535
  start: int32;
  /** digest:Gn2Tl6Nb */
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=65535
  end: int32;
}

/** digest:UiDJHf9A */
// +kubebuilder:validation:MaxProperties=1
// +kubebuilder:validation:MinProperties=1
export interface AdminNetworkPolicyPeer {
  /** digest:V5XW0isd */
  namespaces?: NamespacedPeer;
  /** digest:UCHMVPUC */
  pods?: NamespacedPodPeer;
}

/** digest:trzqoXYA */
// +kubebuilder:validation:MaxProperties=1
// +kubebuilder:validation:MinProperties=1
export interface NamespacedPeer {
  /** digest:wd0UDJEZ */
  namespaceSelector?: LabelSelector;
  /** digest:ZEDVjFrW */
  // +kubebuilder:validation:MaxItems=100
  sameLabels?: string[];
  /** digest:woBSxDlr */
  // +kubebuilder:validation:MaxItems=100
  notSameLabels?: string[];
}

/** digest:V_ADQ3da */
export interface NamespacedPodPeer {
  /** digest:FSk-iuRr */
  namespaces: NamespacedPeer;
  /** digest:GwQNYwS0 */
  podSelector: LabelSelector;
}
