import { isDns1035Label, isDns1123Label, isDns1123Subdomain } from './dns-names.ts';

/**
 * Validates the name of an object; with `prefix`, the beginning of one (`generateName`, which may end in a
 * dash).
 */
export type NameCheck = (name: string, prefix?: boolean) => string[];

/** Completes a prefix: a dash at its end is allowed, because it will be inside the generated name. */
const completed = (name: string, prefix: boolean): string =>
  prefix && name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;

/** The names of most kinds, custom resources included. */
export const nameIsDnsSubdomain: NameCheck = (name, prefix = false) => isDns1123Subdomain(completed(name, prefix));
/** The names of namespaces, services, stateful sets. */
export const nameIsDnsLabel: NameCheck = (name, prefix = false) => isDns1123Label(completed(name, prefix));
/** Names that begin with a letter. */
export const nameIsDns1035Label: NameCheck = (name, prefix = false) => isDns1035Label(completed(name, prefix));

/** Names that only need to fit in a URL: roles, role bindings, events. This is the minimum for every name. */
export const nameIsPathSegment: NameCheck = (name, prefix = false) => {
  if (!prefix && (name === '.' || name === '..')) return [`may not be '${name}'`];
  return ['/', '%'].filter((illegal) => name.includes(illegal)).map((illegal) => `may not contain '${illegal}'`);
};
