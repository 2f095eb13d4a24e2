import type { Condition, KubernetesObject, ObjectMeta } from '@kb/apimachinery';
import type { AdminNetworkPolicyPeer, AdminNetworkPolicyPort, AdminNetworkPolicySubject } from './shared.types.ts';

/** digest:Ajz6jHGV */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:shortName=banp,scope=Cluster
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"
// +kubebuilder:validation:XValidation:rule="self.metadata.name == 'default'",message="digest:IoFhhBLP"
export interface BaselineAdminNetworkPolicy extends KubernetesObject {
  // +required
  metadata: ObjectMeta;
  /** digest:rUJxntEF */
  spec: BaselineAdminNetworkPolicySpec;
  /** digest:-8pVX4Ct */
  status?: BaselineAdminNetworkPolicyStatus;
}

/** digest:YH02KWEn */
export interface BaselineAdminNetworkPolicyStatus {
  conditions: Condition[];
}

/** digest:amFlluw2 */
export interface BaselineAdminNetworkPolicySpec {
  /** digest:gY6tc0kc */
  subject: AdminNetworkPolicySubject;
  /** digest:XmxCuIkW */
  // +kubebuilder:validation:MaxItems=100
  ingress?: BaselineAdminNetworkPolicyIngressRule[];
  /** digest:82yKKEwS */
  // +kubebuilder:validation:MaxItems=100
  egress?: BaselineAdminNetworkPolicyEgressRule[];
}

/** digest:s-W8qyYO */
export interface BaselineAdminNetworkPolicyIngressRule {
  /** digest:9aBsdSIY */
  // +kubebuilder:validation:MaxLength=100
  name?: string;
  /** digest:07Txa7gH */
  action: BaselineAdminNetworkPolicyRuleAction;
  /** digest:wnUa-k2H */
  // +kubebuilder:validation:MinItems=1
  from: AdminNetworkPolicyPeer[];
  /** digest:8J4NMxaX */
  // +kubebuilder:validation:MaxItems=100
  ports?: AdminNetworkPolicyPort[];
}

/** digest:K0bDFxCM */
export interface BaselineAdminNetworkPolicyEgressRule {
  /** digest:9aBsdSIY */
  // +kubebuilder:validation:MaxLength=100
  name?: string;
  /** digest:07Txa7gH */
  action: BaselineAdminNetworkPolicyRuleAction;
  /** digest:jk3H8dIJ */
  // +kubebuilder:validation:MinItems=1
  to: AdminNetworkPolicyPeer[];
  /** digest:O5KJITZh */
  // +kubebuilder:validation:MaxItems=100
  ports?: AdminNetworkPolicyPort[];
}

// Allow or Deny; the Go type has no marker that says so to controller-gen.
/** digest:J65WCv1Q */
export type BaselineAdminNetworkPolicyRuleAction = string;
