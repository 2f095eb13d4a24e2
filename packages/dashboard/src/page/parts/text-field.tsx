import type { KeyboardEvent, ReactNode, Ref } from 'react';

/** A field for a line of text. */
export function TextField(properties: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly type?: 'search' | 'text';
  readonly className?: string | undefined;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly ref?: Ref<HTMLInputElement>;
  readonly name?: string;
}): ReactNode {
  const { label, value, onChange, placeholder, type = 'text', className, onKeyDown, ref, name } = properties;
  return (
    <input
      ref={ref}
      name={name}
      type={type}
      aria-label={label}
      placeholder={placeholder ?? label}
      value={value}
      autoComplete="off"
      spellCheck={false}
      className={className}
      onKeyDown={onKeyDown}
      onChange={(event) => {
        onChange(event.currentTarget.value);
      }}
    />
  );
}
