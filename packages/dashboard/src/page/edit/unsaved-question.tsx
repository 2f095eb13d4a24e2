import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../parts/button.tsx';
import styles from './editor.module.css';

/** Asks whether changes that are not saved are discarded. The safe answer has the focus. */
export function UnsavedQuestion(properties: {
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}): ReactNode {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    keep.current?.focus();
  }, []);
  return (
    <div role="alert" className={styles['footer']}>
      <span>Your changes are not saved.</span>
      <Button ref={keep} onPress={properties.onKeep}>
        Keep editing
      </Button>
      <Button kind="danger" onPress={properties.onDiscard}>
        Discard changes
      </Button>
    </div>
  );
}
