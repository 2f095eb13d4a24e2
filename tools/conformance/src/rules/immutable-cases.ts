import { defineResource, type JsonObject, type JsonValue } from '@kb/apimachinery';
import type { UntypedObject } from '@kb/client';
import { type RuleCase, type RuleEnv, tryToChange } from './rule-case.ts';

const immutableTypes = defineResource<UntypedObject>({
  group: 'testdata.kubebuilder.io',
  version: 'v1',
  kind: 'ImmutableType',
  plural: 'immutabletypes',
  namespaced: true,
});

const first: JsonObject = {
  requiredString: 'first',
  requiredStruct: { key: 'k', value: 'first' },
  requiredSlice: ['a', 'first'],
  requiredMap: { k: 'first' },
  mutableString: 'first',
};

/** A different value for each field. */
const required: JsonObject = {
  requiredString: 'second',
  requiredStruct: { key: 'k', value: 'second' },
  requiredSlice: ['a', 'second'],
  requiredMap: { k: 'second' },
};

const optional: Readonly<Record<string, { readonly first: JsonValue; readonly second: JsonValue }>> = {
  optionalString: { first: 'first', second: 'second' },
  optionalLiteralString: { first: 'first', second: 'second' },
  optionalStruct: { first: { key: 'k', value: 'first' }, second: { key: 'k', value: 'second' } },
  optionalOmitZeroStruct: { first: { key: 'k', value: 'first' }, second: { key: 'k', value: 'second' } },
  optionalSlice: { first: ['a', 'first'], second: ['a', 'second'] },
  optionalMap: { first: { k: 'first' }, second: { k: 'second' } },
};

/** Accepted and refused changes of immutable fields. */
export const immutableCases: readonly RuleCase[] = [
  {
    name: 'immutable: another field changes',
    run: async (env) => {
      await create(env, 'immutable-other');
      await tryToChange(env, immutableTypes, 'immutable-other', { mutableString: 'second' }, []);
    },
  },
  ...Object.entries(required).map(([field, value]) => ({
    name: `immutable: ${field} neither changes nor goes away`,
    run: async (env: RuleEnv) => {
      const name = `immutable-${field.toLowerCase()}`;
      await create(env, name);
      const place = `spec.${field}`;
      await tryToChange(env, immutableTypes, name, { [field]: first[field] ?? null, mutableString: 'second' }, []);
      await tryToChange(env, immutableTypes, name, { [field]: value }, [
        { field: place, message: 'field is immutable' },
      ]);
      await tryToChange(env, immutableTypes, name, { [field]: null }, [{ field: place, message: 'Required value' }]);
    },
  })),
  ...Object.entries(optional).map(([field, values]) => ({
    name: `immutable: ${field} is set once`,
    run: async (env: RuleEnv) => {
      const name = `immutable-${field.toLowerCase()}`;
      await create(env, name);
      await tryToChange(env, immutableTypes, name, { mutableString: 'second' }, []);
      await tryToChange(env, immutableTypes, name, { [field]: values.first }, []);
      await tryToChange(env, immutableTypes, name, { [field]: values.first, mutableString: 'third' }, []);
      await tryToChange(env, immutableTypes, name, { [field]: values.second }, [
        { field: `spec.${field}`, message: 'field is immutable' },
      ]);
      await tryToChange(env, immutableTypes, name, { [field]: null }, [
        { field: 'spec', message: `field ${field} is immutable once set` },
      ]);
    },
  })),
];

async function create({ client, namespace }: RuleEnv, name: string): Promise<void> {
  await client.create(immutableTypes, { metadata: { name, namespace }, spec: first });
}
