import { loadPatternEngine } from '@kb/apimachinery/schema';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { ServedKind, ShownObject } from '../../protocol/index.ts';
import { useCall } from '../connection/use-call.ts';
import { kindRef } from '../kinds/find-kind.ts';
import { FailureMessage, Loading } from '../parts/message.tsx';
import { SchemaForm } from './form/schema-form.tsx';
import { checkValue, isRecord } from './schema/check-value.ts';
import { asFieldSchema, type FieldSchema, initialValue } from './schema/field-schema.ts';

/** What a form leaves out: the server sets it, or it is not edited. */
const hiddenFields = ['apiVersion', 'kind', 'status', 'metadata'];

/** The form of an object: its name, labels and annotations, and the fields of its kind. */
export function ObjectForm(properties: {
  readonly kind: ServedKind;
  readonly object: ShownObject;
  readonly isNew: boolean;
  /** Called once, with a new object and the fields that its schema requires. */
  readonly onBegin: (object: ShownObject) => void;
  readonly onChange: (object: ShownObject) => void;
  readonly onMistakes: (count: number) => void;
}): ReactNode {
  const { kind, object, isNew, onBegin, onChange, onMistakes } = properties;
  const { run, failure } = useCall();
  const [schema, setSchema] = useState<FieldSchema | undefined>(undefined);
  useEffect(() => {
    // Without the engine, patterns are left to the server.
    const engine = loadPatternEngine().catch(() => undefined);
    void run({ do: 'schema', kind: kindRef(kind) }).then(async (answer) => {
      if (!answer) return;
      await engine;
      const read = asFieldSchema(answer.schema);
      setSchema(read);
      if (isNew) onBegin(withRequired(read, object));
    });
    // Once: the schema does not change while one types.
  }, [run, kind.group, kind.version, kind.resource]);
  const whole = useMemo(() => schema && formSchema(schema, isNew, kind.namespaced), [schema, isNew, kind.namespaced]);
  const mistakes = useMemo(() => (whole ? checkValue(whole, object) : new Map<string, string>()), [whole, object]);
  useEffect(() => {
    onMistakes(mistakes.size);
  }, [mistakes.size, onMistakes]);
  if (failure) return <FailureMessage failure={failure} />;
  if (!whole) return <Loading what="the schema" />;
  return (
    <SchemaForm
      schema={whole}
      value={object}
      path=""
      mistakes={mistakes}
      hidden={['apiVersion', 'kind', 'status']}
      onChange={(value) => {
        if (isRecord(value)) onChange(value as unknown as ShownObject);
      }}
    />
  );
}

/** The kind's own schema, with the few fields of metadata that people write. */
function formSchema(schema: FieldSchema, isNew: boolean, namespaced: boolean): FieldSchema {
  const texts: FieldSchema = { type: 'object', additionalProperties: { type: 'string' } };
  const name: FieldSchema = { type: 'string', minLength: 1, maxLength: 253 };
  const metadata: FieldSchema = {
    type: 'object',
    ...(isNew && { required: namespaced ? ['name', 'namespace'] : ['name'] }),
    properties: {
      ...(isNew && { name, ...(namespaced && { namespace: { ...name, maxLength: 63 } }) }),
      labels: texts,
      annotations: texts,
    },
  };
  const required = (schema.required ?? []).filter((field) => !hiddenFields.includes(field));
  return { ...schema, required: ['metadata', ...required], properties: { metadata, ...withoutHidden(schema) } };
}

function withoutHidden(schema: FieldSchema): Record<string, FieldSchema> {
  return Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => !hiddenFields.includes(name)));
}

/** A new object has what is required, and its spec: that is what one wants to fill in. */
function withRequired(schema: FieldSchema, object: ShownObject): ShownObject {
  const wanted = new Set([...(schema.required ?? []), 'spec'].filter((name) => !hiddenFields.includes(name)));
  const added = Object.entries(schema.properties ?? {})
    .filter(([name]) => wanted.has(name) && !Object.hasOwn(object, name))
    .map(([name, field]) => [name, initialValue(field)]);
  return { ...object, ...Object.fromEntries(added) } as ShownObject;
}
