import type { Status } from '@kb/apimachinery';
import { quoteString } from '@kb/apimachinery/codec';
import { domainPrefixedPathProblems, nameIsDnsSubdomain } from '@kb/apimachinery/server';
import type { RequestAttributes, ResourceAttributes } from '../authentication/request-attributes.ts';
import { serviceAccountGroups, serviceAccountOf } from '../authentication/service-account-name.ts';
import { anonymousUser, AUTHENTICATED, MASTERS, UNAUTHENTICATED, type User } from '../authentication/user.ts';
import { refuse } from '../refuse.ts';
import type { Authorizer } from './authorizer.ts';
import { forbiddenTo } from './forbidden-to.ts';
import { readImpersonationHeaders } from './impersonation-headers.ts';

const AUTHENTICATION_GROUP = 'authentication.k8s.io';
const NODE_PREFIX = 'system:node:';
const NODE_NAME = 'authentication.kubernetes.io/node-name';
/** From this number of groups or extra values on, one question about all of them comes first. */
const MANY = 4;
/** The number of users whose last way of impersonating is remembered. */
const REMEMBERED_USERS = 10_000;

/** The result of an impersonation. */
export interface Impersonated {
  readonly user: User;
  /** The verb of constrained impersonation that allowed it; undefined for `impersonate`, which allows all requests. */
  readonly constraint: string | undefined;
}

/**
 * Returns the user that a request runs as, if it has `Impersonate-…` headers; undefined if it has none. Throws the
 * StatusError of headers without a user name, and of a sender who may not impersonate this user.
 */
export type Impersonate = (
  sender: User,
  headers: Readonly<Record<string, string>>,
  attributes: RequestAttributes,
) => Impersonated | undefined;

/** A question of an impersonation: may `sender` impersonate `wanted` for this request? */
interface Question {
  readonly authorizer: Authorizer;
  readonly sender: User;
  readonly wanted: User;
  readonly attributes: RequestAttributes;
}

/** One of the ways to impersonate. */
interface Mode {
  /** Empty for the oldest, which is not constrained to requests. */
  readonly name: string;
  readonly applies: (wanted: User, sender: User) => boolean;
}

/** In the order in which they are tried. */
const modes: readonly Mode[] = [
  { name: 'associated-node', applies: (wanted, sender) => isNameOnly(wanted) && isOwnNode(wanted, sender) },
  { name: 'arbitrary-node', applies: (wanted) => isNameOnly(wanted) && nodeOf(wanted.name) !== undefined },
  { name: 'serviceaccount', applies: (wanted) => isNameOnly(wanted) && serviceAccountOf(wanted.name) !== undefined },
  { name: 'user-info', applies: ({ name }) => nodeOf(name) === undefined && serviceAccountOf(name) === undefined },
  { name: '', applies: () => true },
];

/** Creates the impersonation of one server. */
export function createImpersonation(authorizer: Authorizer): Impersonate {
  // The mode that a user's last impersonation used is tried first, and its refusal is the one that the user sees.
  const lastModes = new Map<string, Mode>();
  return (sender, headers, attributes) => {
    const wanted = readImpersonationHeaders(headers);
    if (!wanted) return undefined;
    const last = lastModes.get(sender.name);
    let first: Status | undefined;
    for (const mode of last ? [last, ...modes.filter((other) => other !== last)] : modes) {
      if (!mode.applies(wanted, sender)) continue;
      const found = tryMode(mode, { authorizer, sender, wanted, attributes });
      if (!('user' in found)) {
        first ??= found;
        continue;
      }
      if (lastModes.size >= REMEMBERED_USERS) lastModes.clear();
      lastModes.set(sender.name, mode);
      return found;
    }
    return first && refuse(first);
  };
}

/** The groups that every such user has, besides others. */
function withCommonGroup({ name, groups }: Pick<User, 'name' | 'groups'>): readonly string[] {
  const common =
    name === anonymousUser.name ? UNAUTHENTICATED : groups.includes(UNAUTHENTICATED) ? undefined : AUTHENTICATED;
  return common === undefined || groups.includes(common) ? groups : [...groups, common];
}

/** Returns the user that a mode makes, or the refusal. */
function tryMode({ name: mode }: Mode, question: Question): Impersonated | Status {
  const { wanted, attributes } = question;
  const verb = mode === '' ? 'impersonate' : `impersonate:${mode}`;
  const group = mode === '' ? '' : AUTHENTICATION_GROUP;
  const refusal =
    (mode === ''
      ? undefined
      : refusalOf(question, { ...attributes, verb: `impersonate-on:${mode}:${attributes.verb}` })) ??
    refusalOf(question, nameAttributes(wanted.name, verb, group)) ??
    (wanted.uid === undefined
      ? undefined
      : refusalOf(question, about({ verb, group: AUTHENTICATION_GROUP, resource: 'uids', name: wanted.uid }))) ??
    groupsRefusal(question, about({ verb, group, resource: 'groups' })) ??
    extraRefusal(question, about({ verb, group: AUTHENTICATION_GROUP, resource: 'userextras' }));
  if (refusal) return refusal;
  const groups = groupsOf(wanted, mode !== '');
  return {
    user: { ...wanted, groups: withCommonGroup({ name: wanted.name, groups }) },
    constraint: mode === '' ? undefined : verb,
  };
}

/** The wanted groups. A ServiceAccount has its own if there are none, a node that is impersonated as such always. */
function groupsOf({ name, groups }: User, constrained: boolean): readonly string[] {
  if (groups.length > 0) return groups;
  const account = serviceAccountOf(name);
  if (account) return serviceAccountGroups(account.namespace);
  return constrained && nodeOf(name) !== undefined ? ['system:nodes'] : groups;
}

/** The attributes of the question about a user name. */
function nameAttributes(userName: string, verb: string, group: string): ResourceAttributes {
  const node = group === '' ? undefined : nodeOf(userName);
  if (node !== undefined) {
    // A ServiceAccount may act as the node that it runs on, whichever that is.
    return about({ verb, group, resource: 'nodes', name: verb === 'impersonate:associated-node' ? '*' : node });
  }
  const account = serviceAccountOf(userName);
  if (account) return about({ verb, group, resource: 'serviceaccounts', ...account });
  return about({ verb, group, resource: 'users', name: userName });
}

function groupsRefusal(question: Question, attributes: ResourceAttributes): Status | undefined {
  const { sender, wanted } = question;
  const constrained = attributes.group !== '';
  if (wanted.groups.length === 0) return undefined;
  if (constrained) {
    if (wanted.groups.includes(''))
      return forbiddenTo(sender, attributes, 'impersonating the empty string group is not allowed');
    if (wanted.groups.includes(MASTERS)) {
      const why = 'impersonating the system:masters group is not allowed';
      return forbiddenTo(sender, { ...attributes, name: MASTERS }, why);
    }
    if (wanted.groups.length >= MANY && !refusalOf(question, { ...attributes, name: '*' })) return undefined;
  }
  for (const name of wanted.groups) {
    const refusal = refusalOf(question, { ...attributes, name });
    if (refusal) return refusal;
  }
  return undefined;
}

function extraRefusal(question: Question, attributes: ResourceAttributes): Status | undefined {
  const { sender, wanted } = question;
  const { extra } = wanted;
  if (extra === undefined) return undefined;
  if (attributes.verb !== 'impersonate') {
    const problem = extraProblem(extra);
    if (problem !== undefined) return forbiddenTo(sender, attributes, problem);
    const values = Object.values(extra);
    const isLarge = values.length >= MANY || values.reduce((sum, { length }) => sum + length, 0) >= MANY;
    if (isLarge && !refusalOf(question, { ...attributes, subresource: '*', name: '*' })) return undefined;
  }
  for (const [subresource, values] of Object.entries(extra)) {
    for (const name of values) {
      const refusal = refusalOf(question, { ...attributes, subresource, name });
      if (refusal) return refusal;
    }
  }
  return undefined;
}

function refusalOf({ authorizer, sender }: Question, attributes: RequestAttributes): Status | undefined {
  const { decision, reason, error } = authorizer.authorize(sender, attributes);
  if (decision === 'allow') return undefined;
  return forbiddenTo(sender, attributes, [error, reason].filter(Boolean).join(': '));
}

function about(asked: Partial<ResourceAttributes> & Pick<ResourceAttributes, 'verb' | 'resource'>): ResourceAttributes {
  return { isResource: true, path: '', group: '', subresource: '', namespace: '', name: '', ...asked };
}

function isNameOnly({ uid, groups, extra }: User): boolean {
  return uid === undefined && groups.length === 0 && extra === undefined;
}

/** The name of the node that a user is; undefined for other users. */
function nodeOf(userName: string): string | undefined {
  if (!userName.startsWith(NODE_PREFIX)) return undefined;
  const name = userName.slice(NODE_PREFIX.length);
  return nameIsDnsSubdomain(name).length > 0 ? undefined : name;
}

/** Whether the sender is a ServiceAccount with a token of a Pod on this node. */
function isOwnNode(wanted: User, sender: User): boolean {
  const [node, ...more] = sender.extra?.[NODE_NAME] ?? [];
  if (node === undefined || more.length > 0 || nodeOf(wanted.name) !== node) return false;
  return serviceAccountOf(sender.name) !== undefined;
}

/** Why constrained impersonation refuses extra fields of a user; undefined if it accepts them. */
function extraProblem(extra: Readonly<Record<string, readonly string[]>>): string | undefined {
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
  const errors = domainPrefixedPathProblems(key).map(
    ({ part, why }) => `extra.key: Invalid value: ${quoteString(part)}: ${why}`,
  );
  return errors.length > 1 ? `[${errors.join(', ')}]` : (errors[0] ?? '');
}
