import type { InspectedController } from '@kb/runtime/inspection';
import type { ReactNode } from 'react';
import { explainPredicate } from '../not-called/explain-predicate.ts';
import styles from './state.module.css';

/** What wakes a controller, with the predicates that hold events back and what they let pass. */
export function WakingSources({ controller }: { readonly controller: InspectedController }): ReactNode {
  return (
    <ul>
      {controller.sources.map((source, place) => (
        // Two watches can have the same name.
        <li key={`${place} ${source}`}>
          <Source source={source} predicates={controller.predicates?.[place] ?? []} />
        </li>
      ))}
    </ul>
  );
}

function Source(properties: { readonly source: string; readonly predicates: readonly string[] }): ReactNode {
  const { source, predicates } = properties;
  return (
    <>
      <span title={source}>{source.replace(/^watch source: /, '')}</span>
      {predicates.length > 0 && ` (${predicates.length === 1 ? 'predicate' : 'predicates'} ${predicates.join(', ')})`}
      {predicates.map((name) => {
        const meaning = explainPredicate(name);
        return meaning === undefined ? null : (
          <span key={name} className={styles['meaning']}>
            {meaning}
          </span>
        );
      })}
    </>
  );
}
