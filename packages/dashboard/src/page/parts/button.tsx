import type { ReactNode, Ref } from 'react';
import styles from './button.module.css';

/** A button. `primary` is the one that does what a view is for; `danger` what cannot be undone. */
export function Button(properties: {
  readonly children: ReactNode;
  readonly onPress?: () => void;
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly label?: string;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly submit?: boolean;
  readonly title?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}): ReactNode {
  const { children, onPress, kind = 'plain', label, disabled, pressed, expanded, submit, title, ref } = properties;
  return (
    <button
      ref={ref}
      type={submit ? 'submit' : 'button'}
      className={`${styles['button']} ${styles[kind]}`}
      onClick={onPress}
      disabled={disabled}
      aria-label={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      title={title}
    >
      {children}
    </button>
  );
}
