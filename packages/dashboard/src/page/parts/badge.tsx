import type { ReactNode } from 'react';
import styles from './badge.module.css';

/** How something does. */
export type Tone = 'good' | 'busy' | 'bad' | 'neutral';

/** A word with a colour. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }): ReactNode {
  return <span className={`${styles['badge']} ${styles[tone]}`}>{children}</span>;
}
