import type { int32 } from '@kb/apimachinery';

declare global {
  /** How large a thing is. */
  interface Size {
    width: int32;
    // +kubebuilder:validation:Minimum=0
    depth?: int32;
  }
}
export {};
