import type { InspectedChange } from '@kb/runtime/inspection';
import type { ReactNode } from 'react';
import styles from './changes-list.module.css';
import { valueText } from './value-text.ts';

/** Fields that differ, with the value before and after. */
export function ChangesList({ changes }: { readonly changes: readonly InspectedChange[] }): ReactNode {
  if (changes.length === 0) return <p className={styles['none']}>No difference.</p>;
  return (
    <ul className={styles['changes']} aria-label="Changed fields">
      {changes.map((change, place) => (
        // Hostile or cut paths can be equal.
        <li key={`${place} ${change.path}`}>
          <code className={styles['path']}>{change.path}</code>
          <span className={styles['values']}>
            {change.before === undefined && <span className={styles['word']}>added</span>}
            {change.after === undefined && <span className={styles['word']}>removed</span>}
            {change.before !== undefined && <del>{valueText(change.before)}</del>}
            {change.before !== undefined && change.after !== undefined && <span aria-hidden="true">→</span>}
            {change.after !== undefined && <ins>{valueText(change.after)}</ins>}
          </span>
        </li>
      ))}
    </ul>
  );
}
