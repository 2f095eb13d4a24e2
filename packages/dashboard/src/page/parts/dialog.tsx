import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

/** What one wants to use first: not the button that closes the dialog. */
const FIRST_CONTROL = ':scope > div :is(input, select, textarea, button)';

/**
 * A dialog over the page. The browser keeps the focus in it, and gives it back. `onClose` is called for Esc and the
 * button to close it; the dialog stays while it is rendered.
 */
export function Dialog(properties: {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
  readonly wide?: boolean;
}): ReactNode {
  const { title, children, onClose, wide } = properties;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    element.showModal();
    element.querySelector<HTMLElement>(FIRST_CONTROL)?.focus();
    return () => {
      element.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`${styles['dialog']} ${wide ? styles['wide'] : ''}`}
      aria-label={title}
      // What is clicked in it leaves the focus there, so that it gets the keys.
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // The browser would close it without asking.
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles['header']}>
        <h2>{title}</h2>
        <Button kind="quiet" label="Close" onPress={onClose}>
          ✕
        </Button>
      </header>
      <div className={styles['body']}>{children}</div>
    </dialog>
  );
}
