import type { Condition, int, KubernetesObject } from '@kb/apimachinery';
import type { RolloutStrategy } from '../rollout.ts';
import type { ManifestWorkSpec } from '../v1/index.ts';

/** digest:1YDZ7-rR */
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=manifestworkreplicasets,shortName=mwrs,scope=Namespaced
// +kubebuilder:storageversion
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Placement",type="string",JSONPath=".status.conditions[?(@.type==\"PlacementVerified\")].reason",description="digest:-Bq4NN5f"
// +kubebuilder:printcolumn:name="Found",type="string",JSONPath=".status.conditions[?(@.type==\"PlacementVerified\")].status",description="digest:hK68aaG_"
// +kubebuilder:printcolumn:name="ManifestWorks",type="string",JSONPath=".status.conditions[?(@.type==\"ManifestworkApplied\")].reason",description="digest:-Bq4NN5f"
// +kubebuilder:printcolumn:name="Applied",type="string",JSONPath=".status.conditions[?(@.type==\"ManifestworkApplied\")].status",description="digest:DHmpwiKE"
export interface ManifestWorkReplicaSet extends KubernetesObject {
  /** digest:4-8ypysx */
  spec?: ManifestWorkReplicaSetSpec;
  /** digest:p_4wQKJh */
  status?: ManifestWorkReplicaSetStatus;
}

/** digest:K2oIXmA4 */
export interface ManifestWorkReplicaSetSpec {
  /** digest:98oIOme2 */
  manifestWorkTemplate?: ManifestWorkSpec;
  /** digest:y6KiTXzr */
  // +kubebuilder:validation:MinItems=1
  // +required
  placementRefs: LocalPlacementReference[];
  /** digest:RFjUR-KL */
  // +kubebuilder:default=Background
  // +required
  cascadeDeletionPolicy?: 'Background' | 'Foreground';
}

/** digest:o_a1NuYS */
export interface ManifestWorkReplicaSetStatus {
  /** digest:QdUejUGo */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
  /** digest:vW3mII_g */
  summary?: ManifestWorkReplicaSetSummary;
  /** digest:lfv1JlaU */
  placementSummary?: PlacementSummary[];
}

/** digest:G11Cbx_p */
export interface LocalPlacementReference {
  /** digest:LojU1ray */
  // +required
  // +kubebuilder:validation:MinLength=1
  name: string;
  // +kubebuilder:default={type: All, all: {progressDeadline: None}}
  rolloutStrategy?: RolloutStrategy;
}

/** digest:IGyAwHP_ */
export interface PlacementSummary {
  /** digest:LQKe8K_1 */
  name?: string;
  /** digest:YexzTGHv */
  availableDecisionGroups?: string;
  /** digest:DrAS1zTo */
  summary?: ManifestWorkReplicaSetSummary;
}

/** digest:JLQnUrTd */
export interface ManifestWorkReplicaSetSummary {
  /** digest:VNZcQTip */
  total?: int;
  progressing?: int;
  /** digest:MXCfCo97 */
  available?: int;
  degraded?: int;
  /** digest:DM3HzXQF */
  applied?: int;
  /** digest:7mB4ug_d */
  desiredTotal?: int;
  /** digest:DFZ-dbAJ */
  updated?: int;
}
