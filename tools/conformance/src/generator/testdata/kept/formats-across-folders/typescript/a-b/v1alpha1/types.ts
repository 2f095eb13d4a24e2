import type { HeroSpec as abv1typestsHeroSpec, Zone } from '../../a-b/v1/types.ts';
import type { KubernetesObject } from '@kb/apimachinery';

/** true */
export interface Rule extends abv1typestsHeroSpec {
  /** 12 */
  items: Zone;
}

export interface HeroSpec {
}

// +kubebuilder:object:root=true
// +kubebuilder:unservedversion
// +kubebuilder:subresource:status
/** u */
export interface Hero extends KubernetesObject {
  spec?: HeroSpec;
  status?: Rule;
  part0?: Rule;
}
