import type { ReactNode } from 'react';
import type { UnreadObjects } from '../../protocol/index.ts';
import styles from './message.module.css';

/** Says that objects are not shown because they could not be read, and what the server said. */
export function UnreadMessage({ unread }: { readonly unread: UnreadObjects }): ReactNode {
  return (
    <p className={styles['unread']}>
      {sentenceOf(unread)}
      <span>{unread.failure.message}</span>
    </p>
  );
}

const participles: Record<UnreadObjects['verb'], string> = { get: 'read', list: 'listed', watch: 'watched' };

/** What could not be done, with the verb and the resource as RBAC names them. */
function sentenceOf({ verb, group, resource, namespace, failure }: UnreadObjects): string {
  const what = group === '' ? resource : `${resource}.${group}`;
  const where = namespace === undefined ? '' : ` in the namespace ${namespace}`;
  if (failure.code === 403) return `This account may not ${verb} ${what}${where}.`;
  return `${what}${where} could not be ${participles[verb]}.`;
}
