import type { Quantity } from './scalars.ts';

/**
 * A type of `@kb/kubernetes` as part of a custom resource. API servers write the quantities of built-in kinds as
 * strings, which is how those types declare them; a custom resource keeps a number if its author wrote one, so there
 * each quantity is a {@link Quantity}. The generator treats it as the type itself.
 *
 * Quantities are found by the names of their fields ({@link QuantityField}).
 */
export type WithQuantities<T> = T extends readonly (infer Element)[]
  ? WithQuantities<Element>[]
  : T extends object
    ? { [Key in keyof T]: Key extends QuantityField ? QuantityOrOther<T[Key]> : WithQuantities<T[Key]> }
    : T;

/**
 * The type of a field with a quantity's name: a string, or a map of strings, becomes quantities; other types as in any
 * field.
 */
type QuantityOrOther<T> = T extends string
  ? Quantity
  : T extends { [key: string]: string }
    ? string extends keyof T
      ? { [key: string]: Quantity }
      : WithQuantities<T>
    : WithQuantities<T>;

/** The names of fields of Kubernetes' types that are quantities, or maps of them, wherever they are strings. */
export type QuantityField = (typeof quantityFields)[number];

/**
 * The names of {@link QuantityField}: fields that are plain strings in no type of Kubernetes. A test compares them with
 * its types.
 */
export const quantityFields = [
  'allocatable',
  'allocatedResources',
  'allocationMultiplier',
  'averageValue',
  'capacity',
  'consumedCapacity',
  'currentAverageValue',
  'currentValue',
  'default',
  'defaultRequest',
  'divisor',
  'hard',
  'limits',
  'max',
  'maxLimitRequestRatio',
  'maximumVolumeSize',
  'min',
  'overhead',
  'podFixed',
  'requests',
  'resources',
  'sizeLimit',
  'step',
  'targetAverageValue',
  'targetValue',
  'tolerance',
  'used',
] as const;
