/** A double without its sign, exactly: `digits / 10 ** scale`, with as many digits as that takes. */
function fractionOf(value: number): { readonly numerator: bigint; readonly denominator: bigint } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const exponent = Number(bits >> 52n);
  const fraction = bits & ((1n << 52n) - 1n);
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n);
  const power = Math.max(exponent, 1) - 1075;
  return power >= 0
    ? { numerator: mantissa << BigInt(power), denominator: 1n }
    : { numerator: mantissa, denominator: 1n << BigInt(-power) };
}

/** The integer next to a fraction; of two, the even one. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const isUp = twice > denominator || (twice === denominator && (whole & 1n) === 1n);
  return isUp ? whole + 1n : whole;
}

/** A finite double without its sign, with some digits after the point: `1234.500`. */
export function toFixedExactly(value: number, precision: number): string {
  const { numerator, denominator } = fractionOf(value);
  const digits = rounded(numerator * 10n ** BigInt(precision), denominator)
    .toString()
    .padStart(precision + 1, '0');
  const point = digits.length - precision;
  return precision === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** A finite double without its sign, as one digit, some digits after the point, and a power of ten. */
export function toExponentialExactly(value: number, precision: number): [mantissa: string, exponent: number] {
  if (value === 0) return [`0.${'0'.repeat(precision)}`, 0];
  // More digits than tell any double from a power of ten.
  const exponent = Number(value.toExponential(20).split('e')[1]);
  const { numerator, denominator } = fractionOf(value);
  const shift = precision - exponent;
  const digits =
    shift >= 0
      ? rounded(numerator * 10n ** BigInt(shift), denominator)
      : rounded(numerator, denominator * 10n ** BigInt(-shift));
  const text = digits.toString();
  const carried = text.length - 1 - precision;
  return [`${text.slice(0, 1)}.${text.slice(1, 1 + precision)}`, exponent + carried];
}
