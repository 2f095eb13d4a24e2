import type { ReactNode } from 'react';
import styles from './toolbar.module.css';

/** The bar above a view: its name, and the actions on the whole view. */
export function Toolbar({ children }: { readonly children: ReactNode }): ReactNode {
  return <header className={styles['toolbar']}>{children}</header>;
}
