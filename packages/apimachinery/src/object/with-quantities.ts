import type { Quantity } from './scalars.ts';

/**
 * A type of `@kb/kubernetes` as a custom resource has it. API servers write the quantities of their own kinds as text,
 * and so those types have them; a custom resource keeps a number where its author wrote one, so that there a quantity
 * is a {@link Quantity}. For the generator it is the type itself.
 *
 * Quantities are found by the names of their fields ({@link QuantityField}).
 */
export type WithQuantities<T> = T extends readonly (infer Element)[]
  ? WithQuantities<Element>[]
  : T extends object
    ? { [Key in keyof T]: Key extends QuantityField ? QuantityOrOther<T[Key]> : WithQuantities<T[Key]> }
    : T;

/** Text, or a map of texts, in a field that has a quantity there; everything else as anywhere. */
type QuantityOrOther<T> = T extends string
  ? Quantity
  : T extends { [key: string]: string }
    ? string extends keyof T
      ? { [key: string]: Quantity }
      : WithQuantities<T>
    : WithQuantities<T>;

/** The fields of Kubernetes' types that have a quantity, or a map of them, wherever they have text. */
export type QuantityField = (typeof quantityFields)[number];

/**
 * The names of {@link QuantityField}: those that have text in no type of Kubernetes. A test compares them with its
 * types.
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
