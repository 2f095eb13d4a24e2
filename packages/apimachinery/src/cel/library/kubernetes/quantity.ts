import { type ParsedQuantity, parseQuantity, QuantityError } from '../../../quantity/quantity.ts';
import { integer } from '../../values/integer.ts';
import {
  type CelError,
  type CelValue,
  celError,
  double,
  isKind,
  noSuchOverload,
  type OpaqueValue,
} from '../../values/value.ts';
import { spend } from '../../values/work.ts';
import { binary, type FunctionTable, isInteger, isText, unary } from '../overloads/implementation.ts';

/** `value * 10 ** exponent`, where `value` has 64 bits: the form that Go gives to most quantities. */
interface SmallAmount {
  readonly value: bigint;
  readonly exponent: number;
}

/** A quantity as a value of CEL. */
interface QuantityValue extends OpaqueValue {
  readonly type: 'kubernetes.Quantity';
  readonly quantity: ParsedQuantity;
  /** Undefined in Go's other form, in which no quantity is an integer. */
  readonly small: SmallAmount | undefined;
  /** In Go's other form, the number of digits after the point, which decides how a double is rounded. */
  readonly digits: number;
  /** Whether it is a result. kube-apiserver compares a quantity with results only where they stand first. */
  readonly isResult: boolean;
}

const isQuantity = (value: CelValue): value is QuantityValue =>
  isKind(value, 'opaque') && value.type === 'kubernetes.Quantity';

function quantityOf(
  quantity: ParsedQuantity,
  small: SmallAmount | undefined,
  digits: number,
  isResult: boolean,
): QuantityValue {
  return {
    digits,
    kind: 'opaque',
    type: 'kubernetes.Quantity',
    quantity,
    small,
    isResult,
    equals: (other) =>
      isQuantity(other) && !other.isResult ? compare(quantity, other.quantity) === 0 : noSuchOverload(other),
  };
}

/** The nanoseconds that a digit takes. */
const DIGIT_WORK = 20;

function parse(text: string): QuantityValue | CelError {
  spend(text.length * DIGIT_WORK);
  try {
    const quantity = parseQuantity(text);
    // Go rounds to nine digits, unless it has replaced the quantity by the largest one.
    const isLargest =
      quantity.format === 'BinarySI' && (quantity.unscaled === LARGEST || quantity.unscaled === -LARGEST);
    return quantityOf(quantity, smallAmountOf(text), isLargest ? 0 : 9, false);
  } catch (error) {
    if (error instanceof QuantityError) return celError(error.message);
    throw error;
  }
}

const LARGEST = 2n ** 63n - 1n;

const decimalExponents: ReadonlyMap<string, number> = new Map(
  ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'].map((suffix, index) => [suffix, index * 3 - 9]),
);

/** The small form of a quantity, if Go reads it into that. `text` is a quantity. */
function smallAmountOf(text: string): SmallAmount | undefined {
  const sign = text.charAt(0);
  const [number = ''] = /^[\d.]*/.exec(text.replace(/^[-+]/, '')) ?? [];
  const suffix = text.replace(/^[-+]/, '').slice(number.length);
  const [digits = '', fraction = ''] = number.split('.');
  const whole = digits.replace(/^0+(?=.)/, '').padStart(1, '0');
  const signed = (value: bigint): bigint => (sign === '-' ? -value : value);
  const power = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].indexOf(suffix) + 1;
  if (power > 0) {
    const isSmall = fraction === '' && 14 - whole.length - power * 3 >= 0;
    return isSmall ? { value: signed(BigInt(whole) << BigInt(power * 10)), exponent: 0 } : undefined;
  }
  const exponent = (decimalExponents.get(suffix) ?? Number(suffix.slice(1))) - fraction.length;
  if (whole.length + fraction.length > 18 || exponent < -9) return undefined;
  return { value: signed(BigInt(`${whole}${fraction}`)), exponent };
}

const fits = (value: bigint): boolean => BigInt.asIntN(64, value) === value;

/** A small amount with another, smaller exponent; undefined if that takes more than 64 bits. */
function withExponent({ value, exponent }: SmallAmount, wanted: number): bigint | undefined {
  // No integer of 64 bits has more digits.
  if (value !== 0n && exponent - wanted > 19) return undefined;
  const scaled = value === 0n ? 0n : value * 10n ** BigInt(exponent - wanted);
  return fits(scaled) ? scaled : undefined;
}

function addSmall(a: SmallAmount | undefined, b: SmallAmount | undefined): SmallAmount | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (b.value === 0n) return a;
  if (a.value === 0n) return b;
  const exponent = Math.min(a.exponent, b.exponent);
  const left = withExponent(a, exponent);
  const right = withExponent(b, exponent);
  if (left === undefined || right === undefined) return undefined;
  return fits(left + right) ? { value: left + right, exponent } : undefined;
}

function aligned(a: ParsedQuantity, b: ParsedQuantity): [a: bigint, b: bigint, scale: number] {
  const scale = Math.max(a.scale, b.scale);
  return [a.unscaled * 10n ** BigInt(scale - a.scale), b.unscaled * 10n ** BigInt(scale - b.scale), scale];
}

function compare(a: ParsedQuantity, b: ParsedQuantity): number {
  const [left, right] = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

function add(a: QuantityValue, b: QuantityValue): QuantityValue {
  const [left, right, scale] = aligned(a.quantity, b.quantity);
  const format = a.quantity.unscaled === 0n ? b.quantity.format : a.quantity.format;
  return quantityOf({ unscaled: left + right, scale, format }, addSmall(a.small, b.small), digitsOf(a, b), true);
}

/** How many digits after the point a sum has in Go's other form. */
const digitsOf = (...values: readonly QuantityValue[]): number =>
  Math.max(...values.map(({ small, digits }) => (small === undefined ? digits : -small.exponent)));

const negated = ({ quantity, small, digits }: QuantityValue): QuantityValue =>
  quantityOf(
    { ...quantity, unscaled: -quantity.unscaled },
    small === undefined ? undefined : { ...small, value: BigInt.asIntN(64, -small.value) },
    digits,
    true,
  );

function ofInteger(value: number | bigint): QuantityValue {
  const unscaled = BigInt(value);
  return quantityOf({ unscaled, scale: 0, format: 'DecimalExponent' }, { value: unscaled, exponent: 0 }, 0, false);
}

/** The integer of 64 bits that a quantity is; undefined if Go does not see one. */
function integerOf({ small }: QuantityValue): bigint | undefined {
  return small === undefined || small.exponent < 0 ? undefined : withExponent(small, 0);
}

function asInteger(value: QuantityValue): CelValue {
  const whole = integerOf(value);
  return whole === undefined ? celError('cannot convert value to integer') : integer(whole);
}

/** A double near a quantity, as Go computes it: the digits times a power of ten. */
function approximate({ quantity, small, digits }: QuantityValue): number {
  const places = Math.max(digits, quantity.scale);
  const { value, exponent } = small ?? {
    value: quantity.unscaled * 10n ** BigInt(places - quantity.scale),
    exponent: -places,
  };
  return exponent === 0 ? Number(value) : Number(value) * Number(`1e${exponent}`);
}

/** Quantities. */
export const quantity: FunctionTable = {
  string_to_quantity: unary(isText, parse),
  is_quantity_string: unary(isText, (text) => isQuantity(parse(text))),
  quantity_sign: unary(
    isQuantity,
    (value) => Number(value.quantity.unscaled > 0n) - Number(value.quantity.unscaled < 0n),
  ),
  quantity_is_greater_than: binary(isQuantity, isQuantity, (a, b) => compare(a.quantity, b.quantity) > 0),
  quantity_is_less_than: binary(isQuantity, isQuantity, (a, b) => compare(a.quantity, b.quantity) < 0),
  quantity_compare_to: binary(isQuantity, isQuantity, (a, b) => compare(a.quantity, b.quantity)),
  quantity_get_float: unary(isQuantity, (value) => double(approximate(value))),
  quantity_get_int: unary(isQuantity, asInteger),
  quantity_is_integer: unary(isQuantity, (value) => integerOf(value) !== undefined),
  quantity_add: binary(isQuantity, isQuantity, add),
  quantity_add_int: binary(isQuantity, isInteger, (a, b) => add(a, ofInteger(b))),
  quantity_sub: binary(isQuantity, isQuantity, (a, b) => add(a, negated(b))),
  quantity_sub_int: binary(isQuantity, isInteger, (a, b) => add(a, negated(ofInteger(b)))),
};
