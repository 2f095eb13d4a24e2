import { defineResource, type JsonObject, type JsonValue } from '@kb/apimachinery';
import type { UntypedObject } from '@kb/client';
import { type Refusal, type RuleCase, type RuleEnv, tryToChange, tryToCreate } from './rule-case.ts';

const cronJobs = defineResource<UntypedObject>({
  group: 'testdata.kubebuilder.io',
  version: 'v1',
  kind: 'CronJob',
  plural: 'cronjobs',
  namespaced: true,
});

const nested: JsonObject = { foo: 'foo', bar: true };
const configMap: JsonObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'embedded' } };
const association: JsonObject = { name: 'a', secondary: 1, foo: 'foo' };

/** All required fields, except those with a default, which the API server fills in. */
const valid: JsonObject = {
  associativeList: [association],
  baz: 'baz',
  binaryName: 'YQ==',
  canBeNull: null,
  embeddedResource: configMap,
  explicitlyRequiredK8s: '',
  explicitlyRequiredKubebuilder: '',
  explicitlyRequiredKubernetes: '',
  float64WithValidations: -0.5,
  floatWithValidations: 1.5,
  foo: 'foo',
  int32WithValidations: -2,
  intWithValidations: 2,
  jobTemplate: {
    spec: { template: { spec: { containers: [{ name: 'main', image: 'main' }], restartPolicy: 'Never' } } },
  },
  k8sAssociativeList: [association],
  k8sNestedAssociativeList: [],
  mapOfInfo: {},
  nestedMapOfInfo: { a: 'YQ==' },
  nestedStructWithSeveralFields: nested,
  nestedStructWithSeveralFieldsDoubleMarked: nested,
  nestedassociativeList: [],
  patternObject: 'https://example.com',
  schedule: '* * * * *',
  stringPair: ['a', 'b'],
  structWithSeveralFields: nested,
  twoOfAKindPart0: 'four',
  twoOfAKindPart1: 'four',
  unprunedEmbeddedResource: configMap,
  unprunedFomType: { any: { thing: 1 } },
  unprunedFomTypeAndField: {},
  unprunedJSON: { ...nested, besides: 1 },
};

/** The values that a field accepts, and those that it refuses, with the reasons. */
interface Row {
  readonly field: string;
  readonly accepted: readonly JsonValue[];
  readonly refused: readonly { readonly value: JsonValue; readonly at?: string; readonly because: readonly string[] }[];
}

const rows: readonly Row[] = [
  {
    field: 'stringWithEvenLength',
    accepted: ['', 'ab'],
    refused: [{ value: 'a', because: ['must have even length'] }],
  },
  {
    field: 'stringWithEvenLengthAndMessageExpression',
    accepted: ['ab'],
    refused: [{ value: 'a', because: ['a has odd length, must be even'] }],
  },
  {
    field: 'stringWithEvenLengthAndGoodPrefix',
    accepted: ['good-a'],
    refused: [
      { value: 'even', because: ['must have good prefix'] },
      { value: 'good-', because: ['must have even length'] },
      { value: 'odd', because: ['must have good prefix', 'must have even length'] },
    ],
  },
  {
    field: 'concurrencyPolicy',
    accepted: ['Allow', 'Replace'],
    refused: [{ value: 'allow', because: ['supported values: "Allow", "Forbid", "Replace"'] }],
  },
  {
    field: 'k8sConcurrencyPolicy',
    accepted: ['Forbid'],
    refused: [{ value: '', because: ['supported values: "Allow", "Forbid", "Replace"'] }],
  },
  {
    field: 'enumSlice',
    accepted: [[], [0, 3, 3]],
    refused: [{ value: [0, 2], at: '[1]', because: ['supported values: "0", "1", "3"'] }],
  },
  {
    field: 'fieldLevelAliasOverride',
    accepted: ['0123456789'],
    refused: [
      { value: '', because: ['should be at least 1 chars long', 'should be at least 10 chars long'] },
      { value: '012345678', because: ['should be at least 10 chars long'] },
      { value: '01234567890', because: ['may not be more than 10 bytes'] },
    ],
  },
  {
    field: 'fieldLevelLocalDeclarationOverride',
    accepted: ['0123456789'],
    refused: [
      { value: '012345678', because: ['should be at least 10 chars long'] },
      { value: '01234567890', because: ['may not be more than 10 bytes'] },
    ],
  },
  {
    field: 'intOrStringWithAPattern',
    accepted: [1, 10, '10', '5%', '100%'],
    refused: [
      { value: '101%', because: ["should match '^((100|[0-9]{1,2})%|[0-9]+)$'"] },
      { value: '1', because: ['should be at least 2 chars long'] },
      { value: true, because: ['of type integer,string: "boolean"', 'of type integer: "boolean"'] },
    ],
  },
  {
    field: 'intOrStringWithEnum',
    accepted: [1, 2, 'foo', 'bar'],
    refused: [3, '1'].map((value) => ({ value, because: ['supported values: "1", "2", "foo", "bar"'] })),
  },
  {
    field: 'intOrStringWithEnumSlice',
    accepted: [[1, 'foo']],
    refused: [{ value: ['bar', 'baz'], at: '[1]', because: ['supported values: "1", "2", "foo", "bar"'] }],
  },
  {
    field: 'int32WithValidations',
    accepted: [-2, 0, 2],
    refused: [
      { value: 1, because: ['should be a multiple of 2'] },
      { value: 4, because: ['should be less than or equal to 2'] },
      { value: 0.5, because: ['must be of type int32: "float64"', 'should be a multiple of 2'] },
    ],
  },
  {
    field: 'floatWithValidations',
    accepted: [-0.5, 1.5],
    refused: [
      { value: 0.3, because: ['should be a multiple of 0.5'] },
      // For an integer value, the API server converts the factor to an integer too: 0.5 becomes 0.
      { value: 1, because: ['must be positive: 0'] },
    ],
  },
  { field: 'schedule', accepted: [''], refused: [{ value: null, because: ['Required value'] }] },
  {
    field: 'canBeNull',
    accepted: [null, ''],
    refused: [{ value: 1, because: ['must be of type string: "integer"'] }],
  },
  {
    field: 'minMaxProperties',
    accepted: [{ foo: 'foo' }],
    refused: [
      { value: {}, because: ['should have at least 1 properties'] },
      { value: { foo: '', bar: '', baz: '' }, because: ['must have at most 2 items'] },
    ],
  },
  {
    field: 'hosts',
    accepted: [['a', 'b.c']],
    refused: [
      { value: ['a', 'a'], at: '[1]', because: ['Duplicate value: "a"'] },
      { value: [], because: ['should have at least 1 items'] },
      { value: [''], at: '[0]', because: ['should be at least 1 chars long'] },
    ],
  },
  {
    field: 'associativeList',
    accepted: [[association, { ...association, secondary: 2 }]],
    refused: [
      { value: [association, association], at: '[1]', because: ['Duplicate value: {"name":"a","secondary":1}'] },
    ],
  },
  {
    field: 'k8sAssociativeList',
    accepted: [[association]],
    refused: [
      {
        value: [association, { ...association, secondary: 2 }],
        at: '[1]',
        because: ['Duplicate value: {"name":"a"}'],
      },
    ],
  },
  {
    field: 'embeddedResource',
    accepted: [configMap],
    refused: [{ value: { apiVersion: 'v1' }, at: '.kind', because: ['Required value'] }],
  },
  {
    field: 'schemaless',
    accepted: ['anything'],
    refused: [{ value: 1, because: ['must be of type string: "integer"'] }],
  },
];

/** Accepted and refused values of the largest definition, field by field. */
export const cronJobCases: readonly RuleCase[] = [
  { name: 'cron job: all that has to be there', run: (env) => tryToCreate(env, cronJobs, valid, []) },
  ...rows.map(({ field, accepted, refused }) => ({
    name: `cron job: ${field}`,
    run: async (env: RuleEnv) => {
      for (const value of accepted) await tryToCreate(env, cronJobs, { ...valid, [field]: value }, []);
      for (const { value, at = '', because } of refused) {
        const place = `spec.${field}${at}`;
        const refusals = because.map((message): Refusal => ({ field: place, message }));
        await tryToCreate(env, cronJobs, { ...valid, [field]: value }, refusals);
      }
    },
  })),
  {
    name: 'cron job: a rule that holds from the second version on',
    run: async (env) => {
      const field = 'onlyAllowSettingOnUpdate';
      const message = 'must be set to 0 on creation. can be set to any value on an update.';
      await tryToCreate(env, cronJobs, { ...valid, [field]: 1 }, [{ field: `spec.${field}`, message }]);
      await create(env, 'rule-on-update', { [field]: 0 });
      await tryToChange(env, cronJobs, 'rule-on-update', { [field]: 1 }, []);
    },
  },
  {
    name: 'cron job: a rule of an object that names its field',
    run: async (env) => {
      const refusal: Refusal = { field: 'spec.forbiddenInt', message: 'forbiddenInt is not allowed' };
      await create(env, 'rule-forbidden', {});
      await tryToChange(env, cronJobs, 'rule-forbidden', { forbiddenInt: 1 }, [refusal]);
      await create(env, 'rule-not-forbidden', { forbiddenInt: 1 });
      await tryToChange(env, cronJobs, 'rule-not-forbidden', { forbiddenInt: 2 }, []);
    },
  },
];

async function create({ client, namespace }: RuleEnv, name: string, besides: JsonObject): Promise<void> {
  await client.create(cronJobs, { metadata: { name, namespace }, spec: { ...valid, ...besides } });
}
