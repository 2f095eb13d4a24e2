import type { User } from '../../authentication/user.ts';

const PREFIX = 'system:node:';
const NODES = 'system:nodes';

/** The node whose kubelet a user is. Empty: the name is missing; undefined: the user is not a kubelet. */
export function nodeOfUser({ name, groups }: Pick<User, 'name' | 'groups'>): string | undefined {
  return name.startsWith(PREFIX) && groups.includes(NODES) ? name.slice(PREFIX.length) : undefined;
}
