import { defineResource, type JsonObject } from '@kb/apimachinery';
import type { UntypedObject } from '@kb/client';
import { type Refusal, type RuleCase, tryToCreate } from './rule-case.ts';

const oneofs = defineResource<UntypedObject>({
  group: 'testdata.kubebuilder.io',
  version: 'v1beta1',
  kind: 'Oneof',
  plural: 'oneofs',
  namespaced: true,
});

/** A limit on how many of some fields may be set. */
interface Constraint {
  readonly fields: string;
  readonly message: string;
  readonly holds: (count: number) => boolean;
}

function atMostOne(fields: string): Constraint {
  return { fields, message: `at most one of the fields in [${fields}] may be set`, holds: (count) => count <= 1 };
}

function exactlyOne(fields: string): Constraint {
  return { fields, message: `exactly one of the fields in [${fields}] must be set`, holds: (count) => count === 1 };
}

function atLeastOne(fields: string): Constraint {
  return { fields, message: `at least one of the fields in [${fields}] must be set`, holds: (count) => count >= 1 };
}

/** The fields of the spec, with the constraints of their types. */
const constraints: Readonly<Record<string, readonly Constraint[]>> = {
  firstTypeWithOneof: [
    // A rule of the type itself applies in addition to that of the marker.
    { ...atMostOne('foo bar'), message: 'only one of foo|bar may be set' },
    atMostOne('foo bar'),
  ],
  secondTypeWithOneof: [atMostOne('a b'), atMostOne('c d')],
  firstTypeWithExactOneof: [exactlyOne('foo bar')],
  secondTypeWithExactOneof: [exactlyOne('a b'), exactlyOne('c d')],
  typeWithMultipleAtLeastOneOf: [atLeastOne('a b'), atLeastOne('c d')],
  typeWithAllOneOf: [atMostOne('a b'), exactlyOne('c d'), atLeastOne('e f')],
  typeWithOmitZero: [atMostOne('foo bar')],
  typeWithOmitZeroExact: [exactlyOne('a b')],
  typeWithOmitZeroAtLeastOneOf: [atLeastOne('c d')],
};

/** Types that limit how many of their fields are set: every combination of fields is tried. */
export const oneOfCases: readonly RuleCase[] = [
  ...Object.entries(constraints).map(([field, rules]) => ({
    name: `one of several fields: every combination in ${field}`,
    run: async (env: Parameters<RuleCase['run']>[0]) => {
      for (const present of subsets([...new Set(rules.flatMap(({ fields }) => fields.split(' ')))])) {
        const value: JsonObject = Object.fromEntries(present.map((name) => [name, name]));
        const broken = rules.filter(
          ({ fields, holds }) => !holds(fields.split(' ').filter((name) => present.includes(name)).length),
        );
        const refusals = broken.map(({ message }): Refusal => ({ field: `spec.${field}`, message }));
        await tryToCreate(env, oneofs, { [field]: value }, refusals);
      }
    },
  })),
  {
    name: 'one of several fields: a type that is not there breaks no rule',
    run: (env) => tryToCreate(env, oneofs, {}, []),
  },
  {
    name: 'one of several fields: a rule of a declared number counts for each field of that type',
    run: async (env) => {
      for (const field of ['firstCustomTypeAlias', 'secondCustomTypeAlias']) {
        for (const value of [100, 1000]) await tryToCreate(env, oneofs, { [field]: value }, []);
        const refusal = { field: `spec.${field}`, message: 'invalid CustomTypeAlias value' };
        for (const value of [99, 1001]) await tryToCreate(env, oneofs, { [field]: value }, [refusal]);
      }
    },
  },
];

function subsets(names: readonly string[]): string[][] {
  return names.reduce<string[][]>((sets, name) => [...sets, ...sets.map((set) => [...set, name])], [[]]);
}
