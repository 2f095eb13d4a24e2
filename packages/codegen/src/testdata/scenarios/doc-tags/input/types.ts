import type { int32, KubernetesObject, Quantity } from '@kb/apimachinery';

/**
 * The name of a shop.
 *
 * @minLength 1
 * @maxLength 63
 * @pattern `^[a-z0-9-]+$`
 * @title Name of a shop
 * @example corner-shop
 */
export type ShopName = string;

/**
 * ShopSpec is what somebody wants of a shop.
 *
 * @deprecated Use MarketSpec: it has stalls.
 * @see MarketSpec
 */
export interface ShopSpec {
  /**
   * How many doors it has.
   *
   * @default 1
   * @minimum 1
   * @maximum 10
   * @example 2
   */
  doors?: int32;

  /** @minimum 0 @exclusiveMaximum 100 @multipleOf 5 */
  discount?: int32;

  /**
   * @exclusiveMinimum true
   * @minimum 0
   * @format int32
   */
  staff?: int32;

  /**
   * What happens to its goods.
   * @default Delete
   */
  policy?: 'Delete' | 'Retain';

  /**
   * Since when it is open.
   * @format date-time
   * @deprecated
   */
  since?: string;

  /** @default "8080" */
  port?: string;

  /** @default '100m' */
  power?: Quantity;

  /**
   * Its streets.
   *
   * @minItems 1
   * @maxItems 3
   * @default ["High Street"]
   * @uniqueItems false
   * @example
   * ```json
   * ["High Street", "Low Street"]
   * ```
   */
  streets?: string[];

  /**
   * @minProperties 1
   * @maxProperties 5
   * @default {"size": "large"}
   */
  labels?: { [key: string]: string };

  /**
   * Who owns it.
   *
   * @remarks
   * Nobody else may sell it.
   *
   * @example
   * ```ts
   * shop.owner = 'Ann';
   * ```
   * @example a person, or a company
   * @example "Ann"
   * @defaultValue whoever made it
   */
  owner?: string;

  name?: ShopName;

  /**
   * The same twice is no contradiction.
   * @minLength 2
   * @default x1
   */
  // +kubebuilder:validation:MinLength=2
  // +default="x1"
  code?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}

/**
 * No kind uses it: its tags are prose.
 * @default the first that fits
 * @minimum of all
 */
export interface Options {
  /** @default 10 seconds */
  timeout?: string;
}
