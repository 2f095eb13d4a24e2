import { Fragment, type ReactNode } from 'react';
import type { OperatorEvent } from '../../../protocol/index.ts';
import { Link } from '../../route/link.tsx';
import { visibleText } from '../../text/visible-text.ts';
import { keyText } from '../log/operator-log.ts';

type Reconciles = NonNullable<OperatorEvent['process']['hanging']>['reconciles'];

const MOST_NAMED = 3;

/** That the operator hangs, which reconciles were running, and what can be done. */
export function HangingOperator(properties: {
  readonly reconciles: Reconciles;
  readonly className: string | undefined;
}): ReactNode {
  const { reconciles, className } = properties;
  const more = reconciles.length - MOST_NAMED;
  return (
    <p className={className}>
      It does not answer: its event loop is blocked
      {reconciles.slice(0, MOST_NAMED).map(({ reconcileID, controller, key }, index) => (
        <Fragment key={reconcileID}>
          {index === 0 ? ', while reconciling ' : ', '}
          <Link to={{ view: 'operator', controller, key: keyText(key), run: reconcileID }}>
            {controller} {visibleText(keyText(key))}
          </Link>
        </Fragment>
      ))}
      {more > 0 && `, and ${more} more`}. Restart it, or save a change.
    </p>
  );
}
