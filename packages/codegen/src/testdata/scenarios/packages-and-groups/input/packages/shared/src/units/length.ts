import type { int32 } from '@kb/apimachinery';

/** Length is how long something is. */
export interface Length {
  /** Whole centimetres. */
  // +kubebuilder:validation:Minimum=0
  centimetres: int32;
}
