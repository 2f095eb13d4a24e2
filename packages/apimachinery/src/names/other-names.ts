import { DNS_SUBDOMAIN_MAX_LENGTH, isDns1123Subdomain } from './dns-names.ts';
import { regexMessage, tooLongMessage } from './name-messages.ts';

const CONFIG_MAP_KEY = '[-._a-zA-Z0-9]+';
const HTTP_HEADER = '[-A-Za-z0-9]+';
const C_IDENTIFIER = '[A-Za-z_][A-Za-z0-9_]*';
const PERCENT = '[0-9]+%';

/** Checks a key of a ConfigMap or Secret. Returns the problems. */
export function isConfigMapKey(value: string): string[] {
  const errors = tooLongMessage(value, DNS_SUBDOMAIN_MAX_LENGTH, 'characters');
  if (!/^[-._a-zA-Z0-9]+$/.test(value)) {
    const rule = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'";
    errors.push(regexMessage(rule, CONFIG_MAP_KEY, 'key.name', 'KEY_NAME', 'key-name'));
  }
  if (value === '.' || value === '..') errors.push(`must not be '${value}'`);
  else if (value.startsWith('..')) errors.push("must not start with '..'");
  return errors;
}

/** Checks the name of an environment variable. Returns the problems. */
export function isEnvVarName(value: string): string[] {
  if (value === '') return ['environment variable name must be non-empty'];
  return /^[ -<>-~]+$/.test(value)
    ? []
    : ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

/** Checks the name of a port. Returns the problems. */
export function isPortName(value: string): string[] {
  const errors = tooLongMessage(value, 15, 'characters');
  if (!/^[-a-z0-9]+$/.test(value))
    errors.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  if (!/[a-z]/.test(value)) errors.push('must contain at least one letter (a-z)');
  if (value.includes('--')) errors.push('must not contain consecutive hyphens');
  if (value.startsWith('-') || value.endsWith('-')) errors.push('must not begin or end with a hyphen');
  return errors;
}

/** Checks a port number. Returns the problems. */
export function isPortNumber(value: number): string[] {
  return Number.isInteger(value) && value >= 1 && value <= 65_535 ? [] : ['must be between 1 and 65535, inclusive'];
}

/** Checks the name of an HTTP header. Returns the problems. */
export function isHttpHeaderName(value: string): string[] {
  if (/^[-A-Za-z0-9]+$/.test(value)) return [];
  return [
    regexMessage("a valid HTTP header must consist of alphanumeric characters or '-'", HTTP_HEADER, 'X-Header-Name'),
  ];
}

/** Checks a C identifier. Returns the problems. */
export function isCIdentifier(value: string): string[] {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(value)) return [];
  const rule =
    "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'";
  return [regexMessage(rule, C_IDENTIFIER, 'my_name', 'MY_NAME', 'MyName')];
}

/** Checks a percentage such as `25%`. Returns the problems. */
export function isPercent(value: string): string[] {
  if (/^[0-9]+%$/.test(value)) return [];
  return [
    regexMessage("a valid percent string must be a numeric string followed by an ending '%'", PERCENT, '1%', '93%'),
  ];
}

const HTTP_PATH = String.raw`[A-Za-z0-9/\-._~%!$&'()*+,;=:]+`;
const HTTP_PATH_PATTERN = new RegExp(`^${HTTP_PATH}$`);

/** Why a part of a value is not as it must be. */
export interface PartProblem {
  /** The part: the value itself, or what stands before or after its first slash. */
  readonly part: string;
  readonly why: string;
}

/** Checks a domain, a slash and a path, such as `acme.io/foo`. */
export function domainPrefixedPathProblems(value: string): PartProblem[] {
  const slash = value.indexOf('/');
  if (slash <= 0 || slash === value.length - 1)
    return [{ part: value, why: 'must be a domain-prefixed path (such as "acme.io/foo")' }];
  const [host, path] = [value.slice(0, slash), value.slice(slash + 1)];
  const problems = isDns1123Subdomain(host).map((why) => ({ part: host, why }));
  if (!HTTP_PATH_PATTERN.test(path)) problems.push({ part: path, why: regexMessage('Invalid path', HTTP_PATH) });
  return problems;
}
