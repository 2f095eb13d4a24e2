import { type ComponentType, type ReactNode, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { fieldPath, isRecord, type Mistakes } from '../schema/check-value.ts';
import { type FieldSchema, initialValue } from '../schema/field-schema.ts';
import styles from './form.module.css';

interface RepeatedProperties {
  readonly schema: FieldSchema;
  readonly value: unknown;
  readonly path: string;
  readonly mistakes: Mistakes;
  readonly onChange: (value: unknown) => void;
  /** The control of an item: forms contain lists, and lists contain forms. */
  readonly item: ComponentType<Omit<RepeatedProperties, 'item'>>;
}

/** The items of a list. */
export function ListFields({ schema, value, path, mistakes, onChange, item: Item }: RepeatedProperties): ReactNode {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const itemSchema = schema.items ?? {};
  return (
    <>
      {items.map((item, index) => (
        // Items have no identity but their place.
        <div key={index} className={styles['item']}>
          <Item
            schema={itemSchema}
            value={item}
            path={fieldPath(path, index)}
            mistakes={mistakes}
            onChange={(next) => {
              onChange(items.with(index, next));
            }}
          />
          <Mistake mistakes={mistakes} path={fieldPath(path, index)} />
          <Button
            kind="quiet"
            label={`Remove ${fieldPath(path, index)}`}
            onPress={() => {
              onChange(items.toSpliced(index, 1));
            }}
          >
            ✕
          </Button>
        </div>
      ))}
      <Button
        label={`Add an item to ${path}`}
        onPress={() => {
          onChange([...items, initialValue(itemSchema)]);
        }}
      >
        Add an item
      </Button>
    </>
  );
}

/** The entries of a map, such as labels. */
export function MapFields({ schema, value, path, mistakes, onChange, item: Item }: RepeatedProperties): ReactNode {
  const [name, setName] = useState('');
  const entries = isRecord(value) ? value : {};
  const inner = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  return (
    <>
      {Object.entries(entries).map(([key, entry]) => (
        <div key={key} className={styles['item']}>
          <code>{key}</code>
          <Item
            schema={inner}
            value={entry}
            path={fieldPath(path, key)}
            mistakes={mistakes}
            onChange={(next) => {
              onChange({ ...entries, [key]: next });
            }}
          />
          <Mistake mistakes={mistakes} path={fieldPath(path, key)} />
          <Button
            kind="quiet"
            label={`Remove ${fieldPath(path, key)}`}
            onPress={() => {
              const { [key]: _, ...others } = entries;
              onChange(others);
            }}
          >
            ✕
          </Button>
        </div>
      ))}
      <div className={styles['item']}>
        <TextField label={`New key of ${path}`} placeholder="key" value={name} onChange={setName} />
        <Button
          disabled={name === '' || Object.hasOwn(entries, name)}
          onPress={() => {
            onChange({ ...entries, [name]: initialValue(inner) });
            setName('');
          }}
        >
          Add
        </Button>
      </div>
    </>
  );
}

function Mistake({ mistakes, path }: { readonly mistakes: Mistakes; readonly path: string }): ReactNode {
  const mistake = mistakes.get(path);
  return mistake === undefined ? null : <span className={styles['mistake']}>{mistake}</span>;
}
