import type { ReactNode } from 'react';
import type { Failure } from '../../protocol/index.ts';
import { visibleText } from '../text/visible-text.ts';
import styles from './message.module.css';

/** A message in place of an empty view; `children` say what the user can do. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ReactNode }): ReactNode {
  return (
    <div className={styles['empty']}>
      <h2>{title}</h2>
      {children !== undefined && <div className={styles['advice']}>{children}</div>}
    </div>
  );
}

/** Why something could not be done, in the API server's words. */
export function FailureMessage({ failure }: { readonly failure: Failure }): ReactNode {
  const causes = failure.causes ?? [];
  return (
    <div className={styles['failure']} role="alert">
      <p>{visibleText(failure.message)}</p>
      {causes.length > 1 && (
        <ul>
          {causes.map((cause) => (
            <li key={`${cause.field} ${cause.message}`}>
              {cause.field !== undefined && <code>{cause.field}</code>} {visibleText(cause.message)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A place that fills in a moment. */
export function Loading({ what }: { readonly what: string }): ReactNode {
  return (
    <p className={styles['loading']} role="status">
      Loading {what}…
    </p>
  );
}
