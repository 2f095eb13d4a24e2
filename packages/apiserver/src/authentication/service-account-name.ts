import { nameIsDnsLabel, nameIsDnsSubdomain } from '@kb/apimachinery/server';

const PREFIX = 'system:serviceaccount:';
/** The group of all service accounts. */
const SERVICE_ACCOUNTS = 'system:serviceaccounts';

/** A ServiceAccount. */
export interface ServiceAccountName {
  readonly namespace: string;
  readonly name: string;
}

/** The user name of a ServiceAccount. */
export function serviceAccountUser({ namespace, name }: ServiceAccountName): string {
  return `${PREFIX}${namespace}:${name}`;
}

/** The groups of a namespace's ServiceAccounts. */
export function serviceAccountGroups(namespace: string): string[] {
  return [SERVICE_ACCOUNTS, `${SERVICE_ACCOUNTS}:${namespace}`];
}

/** The ServiceAccount of a user name; undefined for that of another user. */
export function serviceAccountOf(userName: string): ServiceAccountName | undefined {
  if (!userName.startsWith(PREFIX)) return undefined;
  const [namespace = '', name = '', ...more] = userName.slice(PREFIX.length).split(':', 3);
  if (more.length > 0 || nameIsDnsLabel(namespace).length > 0 || nameIsDnsSubdomain(name).length > 0) return undefined;
  return { namespace, name };
}
