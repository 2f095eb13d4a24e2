import type { int32, KubernetesObject, ObjectMeta } from '@kb/apimachinery';

/** ShopSpec is what somebody wants of a shop. */

export interface ShopSpec {
  /**
   * How many doors it has, as its plan, which comes from
   * @example/plans, says. Write to the people of
   * @shop if they are locked.
   */
  doors?: int32;

  /**
   * Who owns it.
   * +kubebuilder:validation:MinLength=1
   * @maxLength 63
   */

  owner?: string;

  /** In which street it is. */

  // +kubebuilder:validation:MaxLength=100
  street?: string;

  /** What `+optional` means, and 1 +1, and kubebuilder: the tool, is prose. */
  notes?: string;

  /** Where goods come in. */
  gates?: { /** As on the plan. */ name: string; /** @minimum 1 */ lanes?: int32 /** of both ways */ }[];

  hatch?: { /** +kubebuilder:validation:MaxLength=5 */ side: string };
}

/**
 * Shop is a shop.
 */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  /**
   * metadata is a standard object metadata.
   */
  // +optional
  metadata: ObjectMeta;

  /** spec is what somebody wants. */
  spec: ShopSpec;
}
