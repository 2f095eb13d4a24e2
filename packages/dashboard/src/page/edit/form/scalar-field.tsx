import { type ReactNode, useState } from 'react';
import { valueText } from '../../difference/value-text.ts';
import { exactJsonText, parseExactJson } from '../../text/exact-json.ts';
import type { Mistakes } from '../schema/check-value.ts';
import { controlOf, type FieldSchema, numberOf } from '../schema/field-schema.ts';

/** A control for a text, a number, a choice, a boolean, or any JSON. */
export function ScalarField(properties: {
  readonly schema: FieldSchema;
  readonly value: unknown;
  readonly path: string;
  readonly mistakes: Mistakes;
  readonly onChange: (value: unknown) => void;
  readonly id?: string;
}): ReactNode {
  const { schema, value, path, mistakes, onChange, id } = properties;
  const control = controlOf(schema);
  const invalid = mistakes.has(path);
  const shared = {
    id,
    'aria-label': id === undefined ? path : undefined,
    'aria-invalid': invalid,
    'aria-describedby': invalid && id !== undefined ? `${id}-mistake` : undefined,
  };
  if (control === 'boolean')
    return (
      <input
        {...shared}
        type="checkbox"
        checked={value === true}
        onChange={(event) => {
          onChange(event.currentTarget.checked);
        }}
      />
    );
  if (control === 'choice')
    return (
      <select
        {...shared}
        value={String(value)}
        onChange={(event) => {
          onChange(schema.enum?.find((one) => String(one) === event.currentTarget.value));
        }}
      >
        {!schema.enum?.includes(value) && <option>{valueText(value)}</option>}
        {schema.enum?.map((one) => (
          <option key={String(one)}>{String(one)}</option>
        ))}
      </select>
    );
  if (control === 'free') return <JsonField {...shared} value={value} onChange={onChange} />;
  return (
    <input
      {...shared}
      type={control === 'number' ? 'number' : 'text'}
      step="any"
      value={typeof value === 'string' || typeof value === 'bigint' ? String(value) : valueText(value)}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => {
        onChange(
          control === 'number' ? numberOf(event.currentTarget.value) : textOf(schema, event.currentTarget.value),
        );
      }}
    />
  );
}

/** JSON that is not valid yet stays what was typed; the value changes once it is valid. */
function JsonField(properties: {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly id: string | undefined;
}): ReactNode {
  const { value, onChange, ...attributes } = properties;
  const [text, setText] = useState(value === undefined ? '' : exactJsonText(value));
  const [valid, setValid] = useState(true);
  return (
    <textarea
      {...attributes}
      rows={3}
      value={text}
      aria-invalid={!valid}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        try {
          onChange(parseExactJson(next));
          setValid(true);
        } catch {
          setValid(false);
        }
      }}
    />
  );
}

function textOf(schema: FieldSchema, text: string): string | number {
  return schema['x-kubernetes-int-or-string'] && /^\d{1,9}$/.test(text) ? Number(text) : text;
}
