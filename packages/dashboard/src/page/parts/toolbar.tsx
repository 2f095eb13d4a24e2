import type { ReactNode } from 'react';
import styles from './toolbar.module.css';

/** What stands above a view: its name, and what one can do with all of it. */
export function Toolbar({ children }: { readonly children: ReactNode }): ReactNode {
  return <header className={styles['toolbar']}>{children}</header>;
}
