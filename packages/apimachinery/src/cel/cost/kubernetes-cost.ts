import { isSameType } from '../types/type-parts.ts';
import { type Argument, argumentSize, type EstimateCall, PER_CHARACTER, PER_PATTERN_CHARACTER } from './argument.ts';
import { add, type Bounds, exactly, multiply, exactlyOne, scale } from './bounds.ts';
import { elementsOf, joining, replacing, splitting } from './text-cost.ts';

/** What a call costs that Kubernetes' own libraries have estimates for. */
export const estimateKubernetesCall: EstimateCall = (estimation, call) =>
  functions.get(call.expr.name)?.(estimation, call);

const step: EstimateCall = () => ({ cost: exactlyOne });

/** An expression can ask the authorizer only twice. */
const authorization: EstimateCall = () => ({ cost: exactly(350_000) });

/** A selector is read, and becomes a list of requirements, each at least two characters long. */
const selector: EstimateCall = (estimation, { args }) => {
  const [text] = args;
  if (text === undefined || args.length !== 1) return undefined;
  const size = argumentSize(estimation, text);
  return { cost: add(exactly(10), scale(size, PER_CHARACTER), scale(scale(size, 0.5), 50)) };
};

/** All elements of a list are looked at, or all characters of a text. */
const search: EstimateCall = (estimation, { target }) => {
  if (target === undefined) return undefined;
  const size = argumentSize(estimation, target);
  const elements = elementsOf(target);
  if (elements === undefined) return { cost: scale(size, PER_CHARACTER) };
  const { kind } = elements.type;
  if (kind !== 'string' && kind !== 'bytes') return { cost: size };
  return { cost: multiply(size, add(exactlyOne, scale(argumentSize(estimation, elements), PER_CHARACTER))) };
};

/** Reads the text that stands first in the parentheses. */
function reading(factor: number, hasTextSize = false): EstimateCall {
  return (estimation, { args: [text] }) => {
    if (text === undefined) return undefined;
    const size = argumentSize(estimation, text);
    return { cost: scale(size, factor), ...(hasTextSize && { size }) };
  };
}

/** Makes another text of the one before the dot. */
const changing: EstimateCall = (estimation, { target }) => {
  if (target === undefined) return undefined;
  const size = argumentSize(estimation, target);
  return { cost: scale(size, PER_CHARACTER), size };
};

const find: EstimateCall = (estimation, { target, args: [pattern] }) => {
  if (target === undefined || pattern === undefined) return undefined;
  const size = argumentSize(estimation, target);
  const patternCost = scale(argumentSize(estimation, pattern), PER_PATTERN_CHARACTER);
  return {
    cost: multiply(scale(add(size, exactlyOne), PER_CHARACTER), patternCost),
    size: { min: 0n, max: size.max },
  };
};

const parseAddress = reading(PER_CHARACTER);
const ip: EstimateCall = (estimation, call) =>
  call.overload === 'cidr_ip' ? { cost: exactlyOne } : parseAddress(estimation, call);

/** An address has 4 or 16 bytes. */
const addressBytes: Bounds = { min: 4n, max: 16n };
const comparedBytes = scale(add(addressBytes, addressBytes), PER_CHARACTER);
const maskedBytes = add(comparedBytes, scale(addressBytes, PER_CHARACTER), exactlyOne);

/** A text has to be read first. */
function containing(cost: Bounds, overloadOfText: string): EstimateCall {
  return (estimation, { overload, args: [other] }) => {
    if (other === undefined) return undefined;
    if (overload !== overloadOfText) return { cost };
    return { cost: add(cost, scale(argumentSize(estimation, other), PER_CHARACTER)) };
  };
}

/** The longest pattern of a format has 128 characters. */
const validation: EstimateCall = (estimation, { args: [text] }) =>
  text && { cost: scale(scale(argumentSize(estimation, text), PER_CHARACTER), 128 * PER_PATTERN_CHARACTER) };

const comparedInOneStep: ReadonlySet<string> = new Set([
  'net.IP',
  'net.CIDR',
  'kubernetes.Quantity',
  'kubernetes.Semver',
  'kubernetes.authorization.Authorizer',
  'kubernetes.authorization.PathCheck',
  'kubernetes.authorization.GroupCheck',
  'kubernetes.authorization.ResourceCheck',
  'kubernetes.authorization.Decision',
]);

const equality: EstimateCall = (_, { args: [one, other] }) => {
  if (one?.type.kind !== 'opaque' || other === undefined || !isSameType(one.type, other.type)) return undefined;
  const { name } = one.type;
  if (comparedInOneStep.has(name)) return { cost: exactlyOne };
  if (name === 'kubernetes.NamedFormat') return { cost: scale({ min: 1n, max: 64n }, PER_CHARACTER) };
  return name === 'kubernetes.URL' ? { cost: scale({ min: 1n, max: urlSize(other) }, PER_CHARACTER) } : undefined;
};

/** Only the second URL is looked at. */
function urlSize({ size }: Argument): bigint {
  return size === undefined ? 1n : size.max;
}

function all(names: string, estimate: EstimateCall): [string, EstimateCall][] {
  return names.split(' ').map((name) => [name, estimate]);
}

/** By the name of the function. */
const functions: ReadonlyMap<string, EstimateCall> = new Map([
  ...all('check', authorization),
  ...all('serviceAccount path group resource subresource namespace name allowed reason error errored', step),
  ...all('fieldSelector labelSelector', selector),
  ...all('isSorted sum max min indexOf lastIndexOf', search),
  ...all('url jsonpatch.escapeKey', reading(PER_CHARACTER, true)),
  ...all('lowerAscii upperAscii substring trim', changing),
  ...all('replace', replacing),
  ...all('split', splitting),
  ...all('join', joining),
  ...all('find findAll', find),
  ...all('cidr isIP isCIDR', parseAddress),
  ...all('ip', ip),
  ...all('ip.isCanonical', reading(2 * PER_CHARACTER)),
  ...all('masked prefixLength family isUnspecified isLoopback', step),
  ...all('isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast', step),
  ...all('containsIP', containing(comparedBytes, 'cidr_contains_ip_string')),
  ...all('containsCIDR', containing(maskedBytes, 'cidr_contains_cidr_string')),
  ...all('quantity isQuantity semver isSemver', reading(PER_CHARACTER)),
  ...all('validate', validation),
  ...all('format.named', step),
  ...all('sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan compareTo add sub', step),
  ...all('major minor patch', step),
  ...all('getScheme getHostname getHost getPort getEscapedPath getQuery', step),
  ...all('_==_', equality),
]);
