import type { Target } from '../../common/types.ts';
import type { KubernetesObject } from '@kb/apimachinery';

/**   - two */
export type Zone = Record<string, Target>;

export interface HeroSpec {
}

// +kubebuilder:object:root=true
// +kubebuilder:skipversion
/** u */
export interface Hero extends KubernetesObject {
  spec?: HeroSpec;
}
