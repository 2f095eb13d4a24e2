import type { ReactNode } from 'react';
import type { Health } from '../../protocol/index.ts';
import styles from './health-mark.module.css';

/** Health, or that a change did not reach the operator. */
type Mark = Health | 'filtered';

const signs: Record<Mark, string> = {
  healthy: '●',
  progressing: '◐',
  degraded: '▲',
  deleting: '✕',
  unknown: '○',
  filtered: '⊘',
};

/** Health as a sign, with a form of its own, so that it does not depend on colour alone. */
export function HealthMark(properties: {
  readonly health: Mark;
  /** What it means, if there is more to say than the health. */
  readonly label?: string;
}): ReactNode {
  const { health, label = health } = properties;
  return (
    <span className={`${styles['mark']} ${styles[health]}`} role="img" aria-label={label} title={label}>
      {signs[health]}
    </span>
  );
}
