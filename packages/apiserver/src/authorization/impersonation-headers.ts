import { badRequest } from '@kb/apimachinery';
import { quoteString } from '@kb/apimachinery/codec';
import type { User } from '../authentication/user.ts';
import { refuse } from '../refuse.ts';

const PREFIX = 'impersonate-';
const EXTRA_PREFIX = 'impersonate-extra-';

/**
 * The user in the `Impersonate-…` headers of a request, exactly as they name it; undefined if there is none. Throws the
 * StatusError of headers without a user name.
 */
export function readImpersonationHeaders(headers: Readonly<Record<string, string>>): User | undefined {
  let found = false;
  for (const name in headers) {
    if (name.startsWith(PREFIX)) found = true;
  }
  if (!found) return undefined;
  const { 'impersonate-user': users = '', 'impersonate-uid': uids = '', 'impersonate-group': groups } = headers;
  const [name = ''] = linesOf(users);
  const [uid = ''] = linesOf(uids);
  const extra = new Map<string, string[]>();
  for (const [header, value] of Object.entries(headers)) {
    if (!header.startsWith(EXTRA_PREFIX)) continue;
    const key = unescape(header.slice(EXTRA_PREFIX.length));
    extra.set(key, [...(extra.get(key) ?? []), ...linesOf(value)]);
  }
  const wanted: User = {
    name,
    ...(uid !== '' && { uid }),
    groups: groups === undefined ? [] : linesOf(groups),
    ...(extra.size > 0 && { extra: Object.fromEntries(extra) }),
  };
  if (name !== '') return wanted;
  if (uid === '' && groups === undefined && extra.size === 0) return undefined;
  return refuse(badRequest(`requested ${goText(wanted)} without impersonating a user name`));
}

/** The values of a repeated header: adapters put each on a line. */
function linesOf(text: string): string[] {
  return text.split('\n');
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
  const entries = Object.entries(extra ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, values]) => `${quoteString(key)}:${list(values)}`);
  const map = entries.length === 0 ? 'map[string][]string(nil)' : `map[string][]string{${entries.join(', ')}}`;
  return `&user.DefaultInfo{Name:${quoteString(name)}, UID:${quoteString(uid)}, Groups:${list(groups)}, Extra:${map}}`;
}
