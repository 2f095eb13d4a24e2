const words = new Set(
  ['y', 'yes', 'true', 'on', 'n', 'no', 'false', 'off', 'null', '.nan', '.inf', '+.inf', '-.inf'].flatMap((word) => [
    word,
    word.toUpperCase(),
    capitalised(word),
  ]),
);
words.add('').add('~').add('.NaN');
words.delete('.Nan');

const STYLED_FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const BASE60 = /^[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?$/;
const ZONE = '(?:Z|[+-][0-9]{2}:[0-9]{2})';
const TIME = '([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?';
const timestamps = [
  new RegExp(`^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})[Tt]${TIME}${ZONE}$`),
  new RegExp(`^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2}) +${TIME}$`),
  /^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})$/,
];

/** True when yaml.v2 (YAML 1.1) would read this text without quotes as something other than a string. */
export function needsQuotes(text: string): boolean {
  if (text === '') return true;
  const first = text.charAt(0);
  if ('yYnNtTfFoO~'.includes(first)) return words.has(text);
  if (first === '.')
    return words.has(text) || (/^\.[0-9]+([eE][-+]?[0-9]+)?$/.test(text) && Number.isFinite(Number(text)));
  if (!/[-+0-9]/.test(first)) return false;
  return words.has(text) || BASE60.test(text) || isTimestamp(text) || isNumber(text.replaceAll('_', ''));
}

function isNumber(text: string): boolean {
  return isInteger(text) || (STYLED_FLOAT.test(text) && Number.isFinite(Number(text)));
}

function isInteger(text: string): boolean {
  const match = /^([-+]?)(0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|0[0-7]+|0|[1-9][0-9]*)$/.exec(text);
  const digits = match?.[2];
  if (match === null || digits === undefined) return false;
  const value = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
  if (match[1] === '') return value < 2n ** 64n;
  return match[1] === '-' ? value <= 2n ** 63n : value < 2n ** 63n;
}

/** True when yaml.v2 would read a text as a date. */
export function isTimestamp(text: string): boolean {
  return timestamps.some((pattern) => {
    const match = pattern.exec(text);
    if (match === null) return false;
    const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map(Number);
    return (
      month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month) && hours < 24 && minutes < 60 && seconds < 60
    );
  });
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function capitalised(word: string): string {
  return word.replace(/[a-z]/, (first) => first.toUpperCase());
}
