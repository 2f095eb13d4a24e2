import { type ReactNode, useEffect, useRef } from 'react';
import styles from './editor.module.css';

/** A field for YAML; the cursor goes to the place of a mistake. */
export function YamlField(properties: {
  readonly value: string;
  readonly place: { readonly line: number; readonly column: number } | undefined;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const { value, place, onChange } = properties;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const element = field.current;
    if (!element || !place) return;
    const before = element.value.split('\n').slice(0, place.line - 1);
    const start = before.reduce((sum, line) => sum + line.length + 1, 0) + place.column - 1;
    element.focus();
    element.setSelectionRange(start, start + 1);
  }, [place]);
  return (
    <textarea
      ref={field}
      aria-label="YAML"
      className={styles['yaml']}
      rows={24}
      spellCheck={false}
      value={value}
      onChange={(event) => {
        onChange(event.currentTarget.value);
      }}
    />
  );
}
