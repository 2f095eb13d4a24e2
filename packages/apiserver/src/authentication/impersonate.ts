import { badRequest } from '@kb/apimachinery';
import { quoteString } from '@kb/apimachinery/codec';
import { refuse } from '../refuse.ts';
import { forbiddenTo, mayDoEverything } from './authorize.ts';
import type { RequestAttributes } from './request-attributes.ts';
import { anonymousUser, AUTHENTICATED, UNAUTHENTICATED, type User } from './user.ts';

const PREFIX = 'impersonate-';
const EXTRA_PREFIX = 'impersonate-extra-';

const SERVICE_ACCOUNT = /^system:serviceaccount:([^:]+):[^:]+$/;

/**
 * Returns the user that a request runs as: the one in its `Impersonate-…` headers, otherwise its sender. Throws a
 * StatusError for headers without a user name, and for a sender who may not impersonate: only users with all
 * permissions may.
 */
export function impersonate(
  user: User,
  headers: Readonly<Record<string, string>>,
  attributes: RequestAttributes,
): User {
  const wanted = readHeaders(headers);
  if (!wanted) return user;
  if (wanted.name === '') refuse(badRequest(`requested ${goText(wanted)} without impersonating a user name`));
  if (!mayDoEverything(user)) {
    const what = SERVICE_ACCOUNT.test(wanted.name) ? 'serviceaccount' : 'user-info';
    refuse(forbiddenTo(user, { ...attributes, verb: `impersonate-on:${what}:${attributes.verb}` }));
  }
  return { ...wanted, groups: impersonatedGroups(wanted) };
}

/** The requested groups (a service account's own, if there are none), and those of all such users. */
export function impersonatedGroups({ name, groups }: Pick<User, 'name' | 'groups'>): string[] {
  const account = SERVICE_ACCOUNT.exec(name);
  const own =
    account && groups.length === 0 ? ['system:serviceaccounts', `system:serviceaccounts:${account[1] ?? ''}`] : groups;
  const common = name === anonymousUser.name ? UNAUTHENTICATED : AUTHENTICATED;
  return own.includes(AUTHENTICATED) || own.includes(UNAUTHENTICATED) ? [...own] : [...own, common];
}

/** The user in the headers; undefined if there is none. */
function readHeaders(headers: Readonly<Record<string, string>>): User | undefined {
  let found = false;
  for (const name in headers) {
    if (name.startsWith(PREFIX)) found = true;
  }
  if (!found) return undefined;
  const { 'impersonate-user': name = '', 'impersonate-uid': uid = '', 'impersonate-group': group = '' } = headers;
  const groups = linesOf(group);
  const extra = new Map<string, readonly string[]>();
  for (const [header, value] of Object.entries(headers)) {
    if (header.startsWith(EXTRA_PREFIX)) extra.set(unescape(header.slice(EXTRA_PREFIX.length)), linesOf(value));
  }
  if (name === '' && uid === '' && groups.length === 0 && extra.size === 0) return undefined;
  return { name, ...(uid !== '' && { uid }), groups, ...(extra.size > 0 && { extra: Object.fromEntries(extra) }) };
}

/** The values of a repeated header: adapters put each on a line. */
function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

function unescape(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A user as Go prints it. */
function goText({ name, uid = '', groups, extra }: User): string {
  const list = (texts: readonly string[]): string =>
    texts.length === 0 ? '[]string(nil)' : `[]string{${texts.map(quoteString).join(', ')}}`;
  const entries = Object.entries(extra ?? {}).map(([key, values]) => `${quoteString(key)}:${list(values)}`);
  const map = entries.length === 0 ? 'map[string][]string(nil)' : `map[string][]string{${entries.join(', ')}}`;
  return `&user.DefaultInfo{Name:${quoteString(name)}, UID:${quoteString(uid)}, Groups:${list(groups)}, Extra:${map}}`;
}
