import type { ReactNode } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import styles from './shortcut-help.module.css';

const shortcuts: readonly (readonly [readonly string[], string])[] = [
  [['Ctrl K', '⌘ K'], 'Commands: go to a kind, an object, a view'],
  [['/'], 'Filter the table'],
  [['j', '↓'], 'Next row'],
  [['k', '↑'], 'Row before'],
  [['Enter'], 'Open'],
  [['Esc'], 'Back to the table; close what is open'],
  [['y'], 'YAML of the object'],
  [['e'], 'Edit the object'],
  [['?'], 'These shortcuts'],
];

/** The keyboard shortcuts of the page. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles['keys']}>
        {shortcuts.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
