import { regexMessage, tooLongMessage } from './name-messages.ts';

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const DNS1035_LABEL = '[a-z]([-a-z0-9]*[a-z0-9])?';
const LABEL_PATTERN = new RegExp(`^${LABEL}$`);
const SUBDOMAIN_PATTERN = new RegExp(`^${SUBDOMAIN}$`);
const SUBDOMAIN_CASELESS_PATTERN = new RegExp(`^${SUBDOMAIN}$`, 'i');
const DNS1035_LABEL_PATTERN = new RegExp(`^${DNS1035_LABEL}$`);
const WILDCARD_PATTERN = new RegExp(`^\\*\\.${SUBDOMAIN}$`);

/** The longest DNS label. */
export const DNS_LABEL_MAX_LENGTH = 63;
/** The longest DNS subdomain, and so the longest name of most objects. */
export const DNS_SUBDOMAIN_MAX_LENGTH = 253;

/**
 * Checks that a name is a DNS subdomain (`example.com`; the names of most objects). Returns the problems. `unit` is the
 * word in which upstream's two copies of this check differ.
 */
export function isDns1123Subdomain(value: string, unit: 'characters' | 'bytes' = 'characters'): string[] {
  const errors = tooLongMessage(value, DNS_SUBDOMAIN_MAX_LENGTH, unit);
  if (!SUBDOMAIN_PATTERN.test(value)) {
    const rule =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
    errors.push(regexMessage(rule, SUBDOMAIN, 'example.com'));
  }
  return errors;
}

/** Checks that a name is a DNS subdomain, ignoring case. Returns the problems. */
export function isDns1123SubdomainCaseless(value: string): string[] {
  const errors = tooLongMessage(value, DNS_SUBDOMAIN_MAX_LENGTH, 'bytes');
  if (!SUBDOMAIN_CASELESS_PATTERN.test(value)) {
    const rule =
      "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
    errors.push(regexMessage(rule, SUBDOMAIN, 'Example.com'));
  }
  return errors;
}

/** Checks that a name is a DNS label (`my-name`; namespaces, services). Returns the problems. */
export function isDns1123Label(value: string, unit: 'characters' | 'bytes' = 'characters'): string[] {
  const errors = tooLongMessage(value, DNS_LABEL_MAX_LENGTH, unit);
  if (LABEL_PATTERN.test(value)) return errors;
  if (SUBDOMAIN_PATTERN.test(value)) errors.push('must not contain dots');
  else {
    const rule =
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
    errors.push(regexMessage(rule, LABEL, 'my-name', '123-abc'));
  }
  return errors;
}

/**
 * Checks that a name is a DNS label of the older RFC 1035, which starts with a letter (plurals, versions). Returns the
 * problems.
 */
export function isDns1035Label(value: string): string[] {
  const errors = tooLongMessage(value, DNS_LABEL_MAX_LENGTH, 'characters');
  if (!DNS1035_LABEL_PATTERN.test(value)) {
    const rule =
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
    errors.push(regexMessage(rule, DNS1035_LABEL, 'my-name', 'abc-123'));
  }
  return errors;
}

/** Checks that a host name is a wildcard subdomain, which begins with `*.`. Returns the problems. */
export function isWildcardDns1123Subdomain(value: string): string[] {
  const errors = tooLongMessage(value, DNS_SUBDOMAIN_MAX_LENGTH, 'characters');
  if (!WILDCARD_PATTERN.test(value)) {
    const rule =
      "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character";
    errors.push(regexMessage(rule, `\\*\\.${SUBDOMAIN}`, '*.example.com'));
  }
  return errors;
}
