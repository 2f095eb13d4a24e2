import type { ReactNode } from 'react';
import type { ObjectRef, TreeNode, UnreadObjects } from '../../protocol/index.ts';
import { useTopic } from '../connection/use-connection.ts';
import { ObjectLink } from '../kinds/object-link.tsx';
import { HealthMark } from '../parts/health-mark.tsx';
import { FailureMessage, Loading } from '../parts/message.tsx';
import { UnreadMessage } from '../parts/unread-message.tsx';
import styles from './owner-tree.module.css';

/** From the topmost owner down to the Pods, live. */
export function OwnerTree({ target, at }: { readonly target: ObjectRef; readonly at: string | undefined }): ReactNode {
  const { event, failure } = useTopic({ topic: 'tree', ref: target, ...(at !== undefined && { at }) });
  if (failure) return <FailureMessage failure={failure} />;
  if (!event) return <Loading what="owners" />;
  const { roots, unread } = event;
  const [only, ...others] = roots;
  const isAlone = others.length === 0 && (!only || (isSame(only.ref, target) && only.children.length === 0));
  const owned = unread.length === 0 ? 'nothing' : 'nothing of the kinds that could be read';
  return (
    <>
      {isAlone && <p className={styles['note']}>It has no owner, and owns {owned}.</p>}
      {!isAlone && <Branches nodes={roots} target={target} />}
      {unread.length > 0 && <Unread unread={unread} />}
    </>
  );
}

/** What the tree may lack. */
function Unread({ unread }: { readonly unread: readonly UnreadObjects[] }): ReactNode {
  const count = unread.length === 1 ? 'one kind' : `${unread.length} kinds`;
  return (
    <details className={styles['unread']}>
      <summary>Objects of {count} could not be read, and may be missing here</summary>
      {unread.map((each) => (
        <UnreadMessage key={`${each.verb} ${each.group}/${each.resource}`} unread={each} />
      ))}
    </details>
  );
}

function Branches({ nodes, target }: { readonly nodes: readonly TreeNode[]; readonly target: ObjectRef }): ReactNode {
  return (
    <ul className={styles['branches']}>
      {nodes.map((node) => (
        <li key={node.uid}>
          <div className={`${styles['node']} ${isSame(node.ref, target) ? styles['self'] : ''}`}>
            <HealthMark health={node.health} />
            <span className={styles['kind']}>{node.ref.kind.kind}</span>
            {node.missing ? <s title="It does not exist (any more)">{node.ref.name}</s> : <ObjectLink to={node.ref} />}
            <span className={styles['note']}>{node.missing ? 'missing' : node.note}</span>
          </div>
          {node.children.length > 0 && <Branches nodes={node.children} target={target} />}
        </li>
      ))}
    </ul>
  );
}

function isSame(a: ObjectRef, b: ObjectRef): boolean {
  return (
    a.name === b.name &&
    a.namespace === b.namespace &&
    a.kind.group === b.kind.group &&
    a.kind.resource === b.kind.resource
  );
}
