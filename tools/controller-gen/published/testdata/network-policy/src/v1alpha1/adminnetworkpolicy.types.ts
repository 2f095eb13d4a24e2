import type { Condition, int32, KubernetesObject, ObjectMeta } from '@kb/apimachinery';
import type { AdminNetworkPolicyPeer, AdminNetworkPolicyPort, AdminNetworkPolicySubject } from './shared.types.ts';

/** digest:zJdXXCpr */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:shortName=anp,scope=Cluster
// +kubebuilder:printcolumn:name="Priority",type=string,JSONPath=".spec.priority"
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"
export interface AdminNetworkPolicy extends KubernetesObject {
  // +required
  metadata: ObjectMeta;
  /** digest:hKdVWKAu */
  spec: AdminNetworkPolicySpec;
  /** digest:-8pVX4Ct */
  status?: AdminNetworkPolicyStatus;
}

/** digest:ZK1PROk5 */
export interface AdminNetworkPolicyStatus {
  conditions: Condition[];
}

/** digest:bVrCwJP2 */
export interface AdminNetworkPolicySpec {
  /** digest:sRmIBBxM */
  // +kubebuilder:validation:Minimum=0
  // +kubebuilder:validation:Maximum=1000
  priority: int32;
  /** digest:PQx10XXi */
  subject: AdminNetworkPolicySubject;
  /** digest:n85XKBuk */
  // +kubebuilder:validation:MaxItems=100
  ingress?: AdminNetworkPolicyIngressRule[];
  /** digest:Zrf9hrhw */
  // +kubebuilder:validation:MaxItems=100
  egress?: AdminNetworkPolicyEgressRule[];
}

/** digest:3IsCCoP_ */
export interface AdminNetworkPolicyIngressRule {
  /** digest:bPvaf1LA */
  // +kubebuilder:validation:MaxLength=100
  name?: string;
  /** digest:1vcu4YP6 */
  action: AdminNetworkPolicyRuleAction;
  /** digest:wnUa-k2H */
  // +kubebuilder:validation:MinItems=1
  // +kubebuilder:validation:MaxItems=100
  from: AdminNetworkPolicyPeer[];
  /** digest:8J4NMxaX */
  // +kubebuilder:validation:MaxItems=100
  ports?: AdminNetworkPolicyPort[];
}

/** digest:J7-qQdPa */
export interface AdminNetworkPolicyEgressRule {
  /** digest:bPvaf1LA */
  // +kubebuilder:validation:MaxLength=100
  name?: string;
  /** digest:1vcu4YP6 */
  action: AdminNetworkPolicyRuleAction;
  /** digest:OVb4L1IQ */
  // +kubebuilder:validation:MinItems=1
  // +kubebuilder:validation:MaxItems=100
  to: AdminNetworkPolicyPeer[];
  /** digest:O5KJITZh */
  // +kubebuilder:validation:MaxItems=100
  ports?: AdminNetworkPolicyPort[];
}

// Allow, Deny or Pass; the Go type has no marker that says so to controller-gen.
/** digest:qKh8rgQi */
export type AdminNetworkPolicyRuleAction = string;
