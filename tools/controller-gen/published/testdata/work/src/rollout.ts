import type { Duration, int32, IntOrString } from '@kb/apimachinery';

/** digest:0nHxu2O8 */
export interface RolloutStrategy {
  // +kubebuilder:default:=All
  type?: 'All' | 'Progressive' | 'ProgressivePerGroup';
  /** digest:yzwXO-Jn */
  all?: RolloutAll;
  /** digest:CyUfQDVa */
  progressive?: RolloutProgressive;
  /** digest:Ax8fba4_ */
  progressivePerGroup?: RolloutProgressivePerGroup;
}

/** digest:h3645hkX */
export interface RolloutConfig {
  /** digest:rVU3sZXD */
  // +kubebuilder:default:="0"
  minSuccessTime?: Duration;
  /** digest:z9zT6b09 */
  // +kubebuilder:validation:Pattern="^(([0-9])+[h|m|s])|None$"
  // +kubebuilder:default:="None"
  progressDeadline?: string;
  /** digest:cHoZ1yEm */
  // +kubebuilder:validation:Pattern="^((100|[0-9]{1,2})%|[0-9]+)$"
  // +kubebuilder:default=0
  maxFailures?: IntOrString;
}

/** digest:axJ4ee9g */
export interface MandatoryDecisionGroup {
  /** digest:72FbZdZi */
  groupName?: string;
  /** digest:iACx8k_U */
  groupIndex?: int32;
}

/** digest:vPfFca1p */
export interface MandatoryDecisionGroups {
  /** digest:9dh87ViP */
  mandatoryDecisionGroups?: MandatoryDecisionGroup[];
}

/** digest:DG3vjPOO */
export interface RolloutAll extends RolloutConfig {}

/** digest:EbjB5G0m */
export interface RolloutProgressivePerGroup extends RolloutConfig, MandatoryDecisionGroups {}

/** digest:YjxAqt-q */
export interface RolloutProgressive extends RolloutConfig, MandatoryDecisionGroups {
  /** digest:rW-QrGaJ */
  // +kubebuilder:validation:Pattern="^((100|[0-9]{1,2})%|[0-9]+)$"
  maxConcurrency?: IntOrString;
}
