import { quoteString } from '@kb/apimachinery/codec';
import { nameIsDnsSubdomain } from '@kb/apimachinery/server';

const PATH = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/;
const PATH_FORMAT = String.raw`[A-Za-z0-9/\-._~%!$&'()*+,;=:]+`;

/** Why constrained impersonation refuses extra fields of a user; undefined if it accepts them. */
export function extraProblem(extra: Readonly<Record<string, readonly string[]>>): string | undefined {
  for (const [key, values] of Object.entries(extra)) {
    if (key === '') return 'impersonating the empty string key in extra is not allowed';
    const problem = keyProblem(key);
    if (problem !== '') return `impersonating an invalid key in extra is not allowed: ${problem}`;
    if (key !== key.toLowerCase())
      return `impersonating a non-lowercase key in extra is not allowed: ${quoteString(key)}`;
    if (values.length === 0) return 'impersonating empty values in extra is not allowed';
    if (values.includes('')) return 'impersonating the empty string value in extra is not allowed';
  }
  return undefined;
}

/** A key must be a domain, a slash and a path: the errors as one text, empty if there is none. */
function keyProblem(key: string): string {
  const invalid = (value: string, why: string): string => `extra.key: Invalid value: ${quoteString(value)}: ${why}`;
  const slash = key.indexOf('/');
  if (slash <= 0 || slash === key.length - 1)
    return invalid(key, 'must be a domain-prefixed path (such as "acme.io/foo")');
  const [host, path] = [key.slice(0, slash), key.slice(slash + 1)];
  const errors = nameIsDnsSubdomain(host).map((why) => invalid(host, why));
  if (!PATH.test(path)) errors.push(invalid(path, `Invalid path (regex used for validation is '${PATH_FORMAT}')`));
  return errors.length > 1 ? `[${errors.join(', ')}]` : (errors[0] ?? '');
}
