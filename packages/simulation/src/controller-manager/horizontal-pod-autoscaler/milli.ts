import { formatQuantity, parseQuantity } from '@kb/apimachinery';
import { asInt64 } from '@kb/apimachinery/server';

/** A quantity in thousandths of its unit, rounded up. Throws a QuantityError. */
export const milliOf = (quantity: string | number): bigint => asInt64(parseQuantity(String(quantity)), 3);

/** Writes thousandths as a quantity: with binary suffixes for memory, as metrics-server does. */
export const quantityOfMilli = (resource: string, milli: bigint): string =>
  formatQuantity({ unscaled: milli, scale: 3, format: resource === 'memory' ? 'BinarySI' : 'DecimalSI' });
