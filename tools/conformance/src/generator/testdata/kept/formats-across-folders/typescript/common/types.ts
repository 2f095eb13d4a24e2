
/**
 *
 * praesent
 */
// +kubebuilder:validation:Format=date-time
export enum Array {
  M0 = "1",
}

/** 100%, 5 < 6 && 7 > 6; a\b */
// +kubebuilder:validation:Format=uri
export type Target = Array;
