import type { ReactNode } from 'react';
import { type FieldSchema, initialValue } from '../schema/field-schema.ts';
import styles from './form.module.css';

/** A choice of the fields that are not set. */
export function FieldChoice(properties: {
  readonly where: string;
  readonly schema: FieldSchema;
  readonly names: readonly string[];
  readonly onAdd: (name: string, initial: unknown) => void;
}): ReactNode {
  const { where, schema, names, onAdd } = properties;
  if (names.length === 0) return null;
  return (
    <select
      aria-label={where === '' ? 'Add a field' : `Add a field to ${where}`}
      className={styles['add']}
      value=""
      onChange={(event) => {
        const name = event.currentTarget.value;
        if (name !== '') onAdd(name, initialValue(schema.properties?.[name] ?? {}));
      }}
    >
      <option value="">Add a field…</option>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}
