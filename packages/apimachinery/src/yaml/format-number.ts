/**
 * A number as controller-gen prints it: integers of up to 64 bits in full, everything else with an exponent below 1e-4
 * and from 1e6 on. Throws a RangeError for a value that JSON cannot represent.
 */
export function formatNumber(value: number | bigint): string {
  if (typeof value === 'bigint') return value.toString();
  if (!Number.isFinite(value)) throw new RangeError(`${value} is not a JSON number`);
  if (Number.isInteger(value) && value > -(2 ** 63) && value < 2 ** 64) return value === 0 ? '0' : String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([-+]\d+)$/.exec(value.toExponential());
  if (match === null) throw new Error(`unexpected form of a number: ${value.toExponential()}`);
  const [, sign = '', first = '', rest = '', power = ''] = match;
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 6) {
    const digits = rest === '' ? first : `${first}.${rest}`;
    return `${sign}${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${first}${rest}`;
  const digits = `${first}${rest}`;
  return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
}
