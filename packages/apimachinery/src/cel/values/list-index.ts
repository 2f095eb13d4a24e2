import { exactIntegerOf, intRange } from './integer.ts';
import { printValue } from './print-value.ts';
import { type CelError, type CelValue, celError, isError, isInt, isKind, typeNameOf } from './value.ts';

/** The number that an index is. */
export function indexOf(index: CelValue): number | bigint | CelError {
  if (isInt(index)) return index;
  if (isKind(index, 'uint') && index.value <= intRange.most) return index.value;
  const whole = isKind(index, 'double') ? exactIntegerOf(index.value, intRange) : undefined;
  if (whole !== undefined) return whole;
  if (isError(index)) return index;
  return isKind(index, 'uint') || isKind(index, 'double')
    ? celError(`unsupported index value ${printValue(index)} in list`)
    : celError(`unsupported index type '${typeNameOf(index)}' in list`);
}
