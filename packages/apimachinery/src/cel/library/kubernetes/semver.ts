import { quoteString } from '../../../codec/go-format.ts';
import { compareUtf8 } from '../../../codec/stringify-json.ts';
import { integer } from '../../values/integer.ts';
import {
  type CelError,
  type CelValue,
  celError,
  isError,
  isKind,
  noSuchOverload,
  type OpaqueValue,
} from '../../values/value.ts';
import { InternalError, unhashable } from '../../values/work.ts';
import { binary, type FunctionTable, isBool, isText, unary } from '../overloads/implementation.ts';

/** A version by semver.org, as a value of CEL. */
interface Semver extends OpaqueValue {
  readonly type: 'kubernetes.Semver';
  readonly numbers: readonly [major: bigint, minor: bigint, patch: bigint];
  readonly prerelease: readonly (string | bigint)[];
}

const isSemver = (value: CelValue): value is Semver => isKind(value, 'opaque') && value.type === 'kubernetes.Semver';

/** Reads a version as blang/semver does, with its errors. */
function parse(text: string): Semver | CelError {
  if (text === '') return celError('Version string empty');
  const [majorText = '', minorText, ...rest] = text.split('.');
  if (minorText === undefined || rest.length === 0) return celError('No Major.Minor.Patch elements found');
  const major = parseNumber(majorText, 'Major', 'major');
  if (typeof major !== 'bigint') return major;
  const minor = parseNumber(minorText, 'Minor', 'minor');
  if (typeof minor !== 'bigint') return minor;
  const [beforeBuild, build] = cut(rest.join('.'), '+');
  const [patchText, prereleaseText] = cut(beforeBuild, '-');
  const patch = parseNumber(patchText, 'Patch', 'patch');
  if (typeof patch !== 'bigint') return patch;
  const prerelease: (string | bigint)[] = [];
  for (const part of prereleaseText?.split('.') ?? []) {
    const read = parsePrerelease(part);
    if (typeof read === 'object') return read;
    prerelease.push(read);
  }
  for (const part of build?.split('.') ?? []) {
    if (part === '') return celError('Build meta data is empty');
    if (!IDENTIFIER.test(part)) return celError(`Invalid character(s) found in build meta data ${quoteString(part)}`);
  }
  return semverOf([major, minor, patch], prerelease);
}

const IDENTIFIER = /^[\dA-Za-z-]*$/;

function cut(text: string, separator: string): [before: string, after: string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function parseNumber(text: string, title: string, name: string): bigint | CelError {
  if (!/^\d*$/.test(text)) return celError(`Invalid character(s) found in ${name} number ${quoteString(text)}`);
  if (/^0./.test(text)) return celError(`${title} number must not contain leading zeroes ${quoteString(text)}`);
  return parseUint(text);
}

function parsePrerelease(text: string): string | bigint | CelError {
  if (text === '') return celError('Prerelease is empty');
  if (!/^\d+$/.test(text)) {
    return IDENTIFIER.test(text) ? text : celError(`Invalid character(s) found in prerelease ${quoteString(text)}`);
  }
  return /^0./.test(text)
    ? celError(`Numeric PreRelease version must not contain leading zeroes ${quoteString(text)}`)
    : parseUint(text);
}

/** Reads digits as Go's strconv.ParseUint does. */
function parseUint(text: string): bigint | CelError {
  const error = (reason: string): CelError => celError(`strconv.ParseUint: parsing ${quoteString(text)}: ${reason}`);
  if (text === '') return error('invalid syntax');
  // A text of many digits is not turned into a number, which takes more than linear time.
  if (text.length > 20 || BigInt(text) >= 2n ** 64n) return error('value out of range');
  return BigInt(text);
}

/** Reads a version after mending it: `v1.02` is `1.2.0`. */
function parseNormalized(text: string): Semver | CelError {
  const [major = '', minor, ...rest] = text.replace(/^v/, '').split('.');
  const parts = [major, ...(minor === undefined ? [] : [minor]), ...(rest.length === 0 ? [] : [rest.join('.')])];
  const mended = parts.map((part) => {
    if (part.length < 2) return part;
    const trimmed = part.replace(/^0+/, '');
    return /^\d/.test(trimmed) ? trimmed : `0${trimmed}`;
  });
  if (mended.length < 3 && /[-+]/.test(mended.at(-1) ?? ''))
    return celError('short version cannot contain PreRelease/Build meta data');
  while (mended.length < 3) mended.push('0');
  return parse(mended.join('.'));
}

function semverOf(numbers: Semver['numbers'], prerelease: Semver['prerelease']): Semver {
  const value: Semver = {
    kind: 'opaque',
    type: 'kubernetes.Semver',
    numbers,
    prerelease,
    asKey: () => {
      throw new InternalError(unhashable('cel.Semver'), false);
    },
    equals: (other) => (isSemver(other) ? compare(value, other) === 0 : noSuchOverload(other)),
  };
  return value;
}

const order = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

function compare(a: Semver, b: Semver): number {
  for (const [index, number] of a.numbers.entries()) {
    const found = order(number, b.numbers[index] ?? 0n);
    if (found !== 0) return found;
  }
  if (a.prerelease.length === 0 || b.prerelease.length === 0) return order(lengthOf(b), lengthOf(a));
  for (const [index, part] of a.prerelease.entries()) {
    const other = b.prerelease[index];
    const found = other === undefined ? 1 : comparePrereleases(part, other);
    if (found !== 0) return found;
  }
  return order(lengthOf(a), lengthOf(b));
}

/** How many parts there are. A version without any is after those with some. */
const lengthOf = ({ prerelease }: Semver): bigint => BigInt(prerelease.length);

function comparePrereleases(a: string | bigint, b: string | bigint): number {
  if (typeof a === 'bigint') return typeof b === 'bigint' ? order(a, b) : -1;
  return typeof b === 'bigint' ? 1 : Math.sign(compareUtf8(a, b));
}

const read = (text: string, isNormalized: boolean): Semver | CelError =>
  isNormalized ? parseNormalized(text) : parse(text);

/** A number of a version: Go makes an `int` of 64 bits of it, whatever it is. */
const numberOf = ({ numbers }: Semver, index: 0 | 1 | 2): CelValue => integer(BigInt.asIntN(64, numbers[index]));

/** Versions by semver.org. */
export const semver: FunctionTable = {
  string_to_semver: unary(isText, parse),
  string_bool_to_semver: binary(isText, isBool, read),
  is_semver_string: unary(isText, (text) => !isError(parse(text))),
  is_semver_string_bool: binary(isText, isBool, (text, isNormalized) => !isError(read(text, isNormalized))),
  semver_major: unary(isSemver, (version) => numberOf(version, 0)),
  semver_minor: unary(isSemver, (version) => numberOf(version, 1)),
  semver_patch: unary(isSemver, (version) => numberOf(version, 2)),
  semver_is_greater_than: binary(isSemver, isSemver, (a, b) => compare(a, b) > 0),
  semver_is_less_than: binary(isSemver, isSemver, (a, b) => compare(a, b) < 0),
  semver_compare_to: binary(isSemver, isSemver, compare),
};
