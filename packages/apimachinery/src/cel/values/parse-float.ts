const DECIMAL = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;
const HEXADECIMAL = /^([-+]?)0[xX]([\da-fA-F]*)(?:\.([\da-fA-F]*))?[pP]([-+]?\d+)$/;
const INFINITY = /^([-+]?)inf(?:inity)?$/i;

/** Reads a number as Go's strconv.ParseFloat does; undefined if the text is not a number, or too large for a double. */
export function parseFloat64(text: string): number | undefined {
  const infinity = INFINITY.exec(text);
  if (infinity !== null) return infinity[1] === '-' ? -Infinity : Infinity;
  if (/^nan$/i.test(text)) return NaN;
  const plain = withoutUnderscores(text);
  const value = DECIMAL.test(plain) ? Number(plain) : parseHexadecimal(plain);
  return value === undefined || Number.isFinite(value) ? value : undefined;
}

/** Removes underscores between digits, and after `0x`; leaves a text with others as it is. */
function withoutUnderscores(text: string): string {
  if (!text.includes('_')) return text;
  const isMisplaced = /^0[xX]/.test(text.replace(/^[-+]/, ''))
    ? /(?:^|[^\da-fA-FxX])_|_(?:[^\da-fA-F]|$)/
    : /(?:^|\D)_|_(?:\D|$)/;
  return isMisplaced.test(text) ? text : text.replaceAll('_', '');
}

/** Reads `0x1.8p3`. */
function parseHexadecimal(text: string): number | undefined {
  const [, sign, whole = '', fraction = '', power = ''] = HEXADECIMAL.exec(text) ?? [];
  const digits = `${whole}${fraction}`;
  if (sign === undefined || digits === '') return undefined;
  const magnitude = scaled(digits.replace(/^0+/, ''), Number(power) - 4 * fraction.length);
  return sign === '-' ? -magnitude : magnitude;
}

/** Hexadecimal digits of any number, times a power of two, rounded once. */
function scaled(digits: string, scale: number): number {
  if (digits === '') return 0;
  // Digits beyond these only say whether there is something after them.
  const kept = digits.slice(0, 32);
  const sticky = /[^0]/.test(digits.slice(32)) ? 1n : 0n;
  let mantissa = BigInt(`0x${kept}`) * 2n + sticky;
  let exponent = scale + 4 * (digits.length - kept.length) - 1;
  const bits = mantissa.toString(2).length;
  // The bits that a double has where its exponent is the least.
  const room = Math.min(53, bits + exponent + 1074);
  if (room < 0) return 0;
  const dropped = bits - room;
  if (dropped > 0) {
    const half = 1n << BigInt(dropped - 1);
    const rest = mantissa & ((1n << BigInt(dropped)) - 1n);
    mantissa >>= BigInt(dropped);
    exponent += dropped;
    if (rest > half || (rest === half && (mantissa & 1n) === 1n)) mantissa += 1n;
  }
  return times2(Number(mantissa), exponent);
}

/** In two steps, because a power alone may be no double where the product is one. */
function times2(value: number, exponent: number): number {
  if (exponent > 1100) return value === 0 ? 0 : Infinity;
  const half = Math.trunc(exponent / 2);
  return value * 2 ** half * 2 ** (exponent - half);
}
