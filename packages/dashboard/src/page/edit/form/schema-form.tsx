import { type ReactNode, useId, useState } from 'react';
import { fieldPath, isRecord, type Mistakes } from '../schema/check-value.ts';
import { controlOf, type FieldSchema } from '../schema/field-schema.ts';
import { FieldChoice } from './field-choice.tsx';
import styles from './form.module.css';
import { ListFields, MapFields } from './repeated-fields.tsx';
import { ScalarField } from './scalar-field.tsx';

/** What a part of a form shows and changes. */
export interface FieldProperties {
  readonly schema: FieldSchema;
  readonly value: unknown;
  readonly path: string;
  readonly mistakes: Mistakes;
  readonly onChange: (value: unknown) => void;
}

/** A form for a value of a schema: the fields that are set, and a choice of those that can be added. */
export function SchemaForm(properties: FieldProperties & { readonly hidden?: readonly string[] }): ReactNode {
  const { schema, value, path, mistakes, onChange, hidden = [] } = properties;
  const fields = isRecord(value) ? value : {};
  const names = Object.keys(schema.properties ?? {}).filter((name) => !hidden.includes(name));
  const required = new Set(schema.required ?? []);
  const shown = names.filter((name) => fields[name] !== undefined || required.has(name));
  const change = (name: string, next: unknown): void => {
    const { [name]: _, ...others } = fields;
    onChange(next === undefined ? others : { ...fields, [name]: next });
  };
  return (
    <div className={styles['fields']}>
      {shown.map((name) => (
        <Field
          key={name}
          name={name}
          required={required.has(name)}
          schema={schema.properties?.[name] ?? {}}
          value={fields[name]}
          path={fieldPath(path, name)}
          mistakes={mistakes}
          onChange={(next) => {
            change(name, next);
          }}
        />
      ))}
      <FieldChoice
        where={path}
        schema={schema}
        names={names.filter((name) => !shown.includes(name))}
        onAdd={(name, initial) => {
          change(name, initial);
        }}
      />
    </div>
  );
}

/** A field with its name, its control, what is wrong with it, and what it is for. */
function Field(properties: FieldProperties & { readonly name: string; readonly required: boolean }): ReactNode {
  const { name, required, schema, value, path, mistakes, onChange } = properties;
  const id = useId();
  const control = controlOf(schema);
  // A field that is not filled in yet is not marked as wrong: its label says that it is required.
  const [touched, setTouched] = useState(false);
  const simple = control !== 'object' && control !== 'list' && control !== 'map';
  const early = simple && !touched && isBlank(value);
  const mistake = early ? undefined : mistakes.get(path);
  return (
    <div
      className={simple ? styles['field'] : styles['group']}
      onBlur={() => {
        setTouched(true);
      }}
    >
      <div className={styles['label']}>
        {simple ? <label htmlFor={id}>{name}</label> : <strong>{name}</strong>}
        {required && <span className={styles['quiet']}> required</span>}
        {!required && (
          <button
            type="button"
            className={styles['remove']}
            aria-label={`Remove ${path}`}
            onClick={() => {
              onChange(undefined);
            }}
          >
            ✕
          </button>
        )}
      </div>
      <div className={styles['control']}>
        <Control {...properties} mistakes={early ? noMistakes : mistakes} id={id} />
        {mistake !== undefined && (
          <p id={`${id}-mistake`} className={styles['mistake']}>
            {mistake}
          </p>
        )}
        {simple && schema.description !== undefined && (
          <p className={styles['quiet']}>{firstSentence(schema.description)}</p>
        )}
      </div>
    </div>
  );
}

const noMistakes: Mistakes = new Map();

function isBlank(value: unknown): boolean {
  return value === undefined || value === '' || Number.isNaN(value);
}

/** The control of a value, whatever it is. */
function Control(properties: FieldProperties & { readonly id?: string }): ReactNode {
  const { schema } = properties;
  switch (controlOf(schema)) {
    case 'object':
      return <SchemaForm {...properties} />;
    case 'list':
      return <ListFields {...properties} item={Control} />;
    case 'map':
      return <MapFields {...properties} item={Control} />;
    default:
      return <ScalarField {...properties} />;
  }
}

function firstSentence(text: string): string {
  const [first = ''] = text.split(/(?<=\.)\s/, 1);
  return first.length > 160 ? `${first.slice(0, 160)}…` : first;
}
