import type { JsonSchemaProps } from '@kb/apimachinery';
import { openApiSchemaOf } from '@kb/kubernetes/data';
import { describe, expect, test } from 'vitest';
import { planTypes } from './plan-types.ts';
import { definitionOf, list, map, nameAt, object, planOne, some, text, typesOf } from './test-support/definitions.ts';
import type { FolderPlan } from './type-plan.ts';

/** Each file's name and the names of its types. */
function filesOf({ files }: FolderPlan): Record<string, readonly string[]> {
  return Object.fromEntries(files.map(({ name, types }) => [name, types.map((type) => type.name)]));
}

/** The names of the types of a kind named Shop with this spec, without those of the kind itself. */
function namesIn(spec: JsonSchemaProps['properties'], status?: JsonSchemaProps): readonly string[] {
  const definition = definitionOf('Shop', { spec: object({ ...spec }), ...(status !== undefined && { status }) });
  return typesOf(planOne(definition))
    .map(({ name }) => name)
    .filter((name) => !['Shop', 'ShopSpec', 'ShopStatus'].includes(name));
}

/** Nearly a Container of Kubernetes, with a field of its own. */
function container(field: string): JsonSchemaProps {
  const texts = [
    'name',
    'image',
    'imagePullPolicy',
    'workingDir',
    'terminationMessagePath',
    'terminationMessagePolicy',
  ];
  return object({
    ...Object.fromEntries([...texts, field].map((name) => [name, text])),
    command: list(text),
    args: list(text),
    stdin: { type: 'boolean' },
    stdinOnce: { type: 'boolean' },
    tty: { type: 'boolean' },
  });
}

/** A reference to one thing or another. */
const oneOfTwo = object({ secret: text, configMap: text });

describe('names', () => {
  test.each<[string, JsonSchemaProps['properties'], readonly string[]]>([
    ['a field', { backend: some('a') }, ['Backend']],
    ['a list is singular', { backends: list(some('a')) }, ['Backend']],
    ['a map is singular', { zones: map(some('a')) }, ['Zone']],
    ['abbreviations as in Go', { httpUrl: some('a') }, ['HTTPURL']],
    ['vague names have the kind in front', { config: some('a'), template: some('b') }, ['ShopConfig', 'ShopTemplate']],
    [
      'vague names have what is around them in front',
      { shelf: object({ config: some('a') }) },
      ['Shelf', 'ShelfConfig'],
    ],
    [
      'only as far as needed',
      { vault: object({ auth: some('a') }), chef: object({ auth: some('b') }) },
      ['Vault', 'VaultAuth', 'Chef', 'ChefAuth'],
    ],
    [
      'the kind’s own has its name',
      { tls: some('a'), chef: object({ tls: some('b') }) },
      ['ShopTLS', 'Chef', 'ChefTLS'],
    ],
    ['what several fields end with', { livenessCheck: some('a'), readinessCheck: some('a') }, ['Check']],
    [
      'what stands in one type several times',
      { limits: object({ lower: some('a'), upper: some('a') }) },
      ['Limits', 'Limit'],
    ],
    [
      'no names of TypeScript',
      { record: some('a'), map: some('b'), pick: some('c') },
      ['ShopRecord', 'ShopMap', 'ShopPick'],
    ],
    ['no names of kb', { quantity: some('a'), int32: some('b') }, ['ShopQuantity', 'ShopInt32']],
    ['no stutter', { shopSpec: some('a') }, ['InnerShopSpec']],
    [
      'descriptions say what a type is called',
      { add: list({ ...some('a'), description: 'HTTPThing is one.' }) },
      ['HTTPThing'],
    ],
    ['descriptions of fields speak of fields', { jks: { ...some('a'), description: 'JKS configures it.' } }, ['JKS']],
    ['unless they name a type', { tls: { ...some('a'), description: 'TLSThing configures it.' } }, ['TLSThing']],
    ['descriptions name no kind', { add: list({ ...some('a'), description: 'Shop is one.' }) }, ['Add']],
    ['no letter to begin with', { '3scale': some('a') }, ['Shop3Scale']],
    ['no letter at all', { '-': some('a'), 日本: some('b'), '': some('c') }, ['ShopField', 'ShopField2', 'ShopField3']],
    ['names of objects in JavaScript', { ['__proto__']: some('a'), constructor: some('b') }, ['Proto', 'Constructor']],
    ['items in a list of their own name', { steps: list(object({ steps: list(some('a')) })) }, ['Step', 'StepItem']],
    ['values in a map of their own name', { zones: map(object({ zones: map(some('a')) })) }, ['Zone', 'ZoneValue']],
    ['a part of the same name', { shelf: object({ shelf: some('a') }) }, ['Shelf', 'InnerShelf']],
    [
      'a template of the same name',
      { doors: list(object({ door: object({ metadata: { type: 'object' }, spec: { type: 'object' } }) })) },
      ['Door', 'DoorTemplate'],
    ],
    [
      'copies of one type of Kubernetes beside each other are called after their fields',
      { stall: object({ container: container('a'), script: container('b'), sidecars: list(container('c')) }) },
      ['Stall', 'Container', 'Script', 'Sidecar'],
    ],
    [
      'and after what is around them, where that is needed',
      {
        stall: object({ container: container('a'), script: container('b') }),
        booth: object({ container: container('c'), script: container('d') }),
      },
      ['Stall', 'StallContainer', 'StallScript', 'Booth', 'BoothContainer', 'BoothScript'],
    ],
    [
      'what stands in one type several times, twice',
      { ask: object({ kind: some('a'), askKind: some('a'), resource: some('b'), askResource: some('b') }) },
      ['Ask', 'AskKind', 'AskResource'],
    ],
    [
      'what two fields have is called after both, not an item',
      { git: object({ directories: list(some('a')), files: list(some('a')) }), git2: some('b') },
      ['Git', 'GitDirectoryOrFile', 'Git2'],
    ],
    [
      'what two fields have that end alike',
      { store: object({ controlRef: some('a'), machineRef: some('a') }) },
      ['Store', 'StoreRef'],
    ],
    [
      'what several fields have, one thing or another',
      { store: object(Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, oneOfTwo]))) },
      ['Store', 'ConfigMapOrSecret'],
    ],
    [
      'what three fields have',
      { proto: object({ udp: some('a'), tcp: some('a'), sctp: some('a') }) },
      ['Proto', 'SCTPOrTCPOrUDP'],
    ],
    [
      'an item where nothing else is left',
      { store: object({ north: some('a'), east: some('a'), south: some('a'), west: some('a') }) },
      ['Store', 'StoreItem'],
    ],
    [
      'what two fields have, which begin alike',
      { agent: object({ birdV4: some('a'), birdV6: some('a') }) },
      ['Agent', 'Bird'],
    ],
    [
      'what several use is called after none of them',
      {
        typha: object({ metadata: some('a'), x: text }),
        webhook: object({ metadata: some('a'), y: text }),
        guard: object({ metadata: some('a'), z: text }),
      },
      ['Typha', 'Webhook', 'Guard', 'ShopMetadata'],
    ],
    [
      'the spec of a template is that of what the template is of',
      {
        typhaDeployment: object({
          spec: object({
            n: text,
            template: object(
              { spec: object({ m: text }) },
              { description: 'TyphaDeploymentPodTemplateSpec is the template.' },
            ),
          }),
        }),
      },
      ['TyphaDeployment', 'TyphaDeploymentSpec', 'TyphaDeploymentPodTemplateSpec', 'TyphaDeploymentPodSpec'],
    ],
    ['initials', { ibmCloud: some('a') }, ['IBMCloud']],
    [
      'a name as its description writes it',
      { digitalocean: object({ a: text }, { description: 'Use a DigitalOcean DNS01 challenge.' }) },
      ['DigitalOcean'],
    ],
    ['line breaks', { 'a\nbackend': some('a') }, ['ABackend']],
  ])('%s', (_, spec, want) => {
    expect([...namesIn(spec)].sort()).toEqual([...want].sort());
  });

  test('a status that differs from the spec says so', () => {
    const plugins = { plugins: list(some('a')) };
    expect(namesIn(plugins, object({ plugins: list(some('b')) }))).toEqual(['Plugin', 'PluginStatus']);
  });

  test('types of several kinds are told apart by their kinds', () => {
    const folder = planOne(
      definitionOf('Shop', { spec: object({ shelf: some('a') }) }),
      definitionOf('Barn', { spec: object({ shelf: some('b') }) }),
    );
    expect(filesOf(folder)).toEqual({
      'barn.types.ts': ['Barn', 'BarnSpec', 'BarnShelf'],
      'shop.types.ts': ['Shop', 'ShopSpec', 'ShopShelf'],
    });
  });

  test.each([
    ['Issuer', 'ClusterIssuer', 'IssuerSpec'],
    ['HTTPRoute', 'GRPCRoute', 'RouteSpec'],
    ['MachineSet', 'MachinePool', 'MachineSpec'],
    ['Shop', 'Barn', 'SharedSpec'],
  ])('%s and %s with one spec: %s', (one, two, want) => {
    const definitions = [one, two].map((kind) => definitionOf(kind, { spec: some('a') }));
    expect(filesOf(planOne(...definitions))['shared.types.ts']).toEqual([want]);
  });

  test('a template of a kind has a resource with the spec of that kind', () => {
    const spec = some('a');
    const folder = planOne(
      definitionOf('Machine', { spec }),
      definitionOf('MachineTemplate', {
        spec: object({ template: object({ metadata: some('labels'), spec: some('a') }) }),
      }),
    );
    expect(filesOf(folder)).toEqual({
      'machine.types.ts': ['Machine'],
      'machinetemplate.types.ts': [
        'MachineTemplate',
        'MachineTemplateSpec',
        'MachineTemplateResource',
        'MachineTemplateMetadata',
      ],
      'shared.types.ts': ['MachineSpec'],
    });
  });

  test('a kind has its name, whatever it is', () => {
    for (const kind of ['Record', 'Shared', 'widget', 'Condition']) {
      const folder = planOne(
        definitionOf(kind, { spec: object({ shared: some('a'), own: text }) }),
        definitionOf('Other', { spec: object({ shared: some('a') }) }),
      );
      expect(
        typesOf(folder)
          .filter((type) => type.kind !== undefined)
          .map(({ name }) => name),
      ).toContain(kind);
      expect(typesOf(folder).map(({ name }) => name)).toContain(`${kind.charAt(0).toUpperCase()}${kind.slice(1)}Spec`);
      expect(new Set(folder.files.map(({ name }) => name)).size).toBe(3);
    }
  });

  test('names of the author’s own are left alone', () => {
    const definition = definitionOf('Shop', { spec: object({ backend: some('a') }) });
    const [folder] = planTypes([definition], {
      reserved: (group, version) => new Set(group === 'example.com' && version === 'v1' ? ['Backend'] : []),
    });
    expect(folder && typesOf(folder).map(({ name }) => name)).toEqual(['Shop', 'ShopSpec', 'ShopBackend']);
  });
});

describe('what is declared', () => {
  test('one structure once, with the same words', () => {
    const [one, two, other] = [some('a'), some('a'), object({ a: { ...text, description: 'Another one.' } })];
    const folder = planOne(definitionOf('Shop', { spec: object({ north: one, south: list(two), east: other }) }));
    expect(folder.useOf(one)).toEqual(folder.useOf(two));
    expect(folder.useOf(one)).not.toEqual(folder.useOf(other));
  });

  test('what belongs to the place of use makes no other type', () => {
    const one = some('a');
    const two = { ...some('a'), description: 'Two.', default: {}, nullable: true, title: 'Two', example: {} };
    const folder = planOne(definitionOf('Shop', { spec: object({ north: one, south: two }) }));
    expect(folder.useOf(one)).toEqual(folder.useOf(two));
    expect(typesOf(folder).at(-1)?.schema).toEqual(some('a'));
  });

  test('of rules and bounds that differ, the type has what all uses say', () => {
    const [first, second] = [{ rule: 'first' }, { rule: 'second' }];
    const one = { ...some('a'), minProperties: 1, 'x-kubernetes-validations': [second, first] };
    const two = { ...some('a'), minProperties: 1, maxProperties: 2, 'x-kubernetes-validations': [first] };
    const folder = planOne(definitionOf('Shop', { spec: object({ north: one, south: two }) }));
    expect(folder.useOf(one)).toEqual(folder.useOf(two));
    expect(typesOf(folder).at(-1)?.schema).toEqual({
      ...some('a'),
      minProperties: 1,
      'x-kubernetes-validations': [first],
    });
  });

  test.each<[string, JsonSchemaProps]>([
    ['required fields', { required: ['a'] }],
    ['alternatives', { oneOf: [{ required: ['a'] }] }],
    ['unknown fields that are kept', { 'x-kubernetes-preserve-unknown-fields': true }],
  ])('%s make another type', (_, more) => {
    const [one, two] = [some('a'), { ...some('a'), ...more }];
    const folder = planOne(definitionOf('Shop', { spec: object({ north: one, south: two }) }));
    expect(folder.useOf(one)).not.toEqual(folder.useOf(two));
  });

  test.each<[string, JsonSchemaProps, readonly string[]]>([
    ['a plain list', list(text), []],
    ['items with rules, which markers of the field say', list({ ...text, maxLength: 3 }), []],
    ['items with a description', list({ ...text, description: 'One.' }), ['Place']],
    ['plain values', map({ type: 'integer', format: 'int32' }), []],
    ['quantities', map(openApiSchemaOf('resource.Quantity')), []],
    ['values with rules', map({ ...text, maxLength: 3 }), ['Place']],
    ['values with a description', map({ ...text, description: 'One.' }), ['Place']],
    ['lists of values', map(list(text)), []],
    ['lists of values with rules', map(list({ ...text, maxLength: 3 })), ['Place']],
    ['items of items with rules', list(list({ ...text, maxLength: 3 })), ['Place']],
    ['an object without fields', { type: 'object' }, []],
    ['an object with an empty list of fields', object({}), []],
    ['fields inside alternatives', { type: 'object', anyOf: [some('a')] }, []],
    ['one set of values', { ...text, enum: ['a', 'b'] }, []],
    ['fields of items of what is no list', { ...text, enum: ['a', 'b'], items: some('a') }, []],
    ['fields of values of what is no map', { ...text, additionalProperties: some('a') }, []],
  ])('%s', (_, places, want) => {
    expect(namesIn({ places })).toEqual(want);
  });

  test('values without fields are the same type where they say the same in the same words', () => {
    const value = (description: string): JsonSchemaProps => ({ ...text, maxLength: 3, description });
    expect(namesIn({ north: map(value('One.')), south: map(value('One.')), east: map(value('Two.')) })).toHaveLength(2);
  });

  test('a set of values in two places', () => {
    const values = (): JsonSchemaProps => ({ ...text, enum: ['a', 'b', 'c', 'd'] });
    const [one, two] = [values(), { ...values(), description: 'Two.', default: 'a' }];
    const folder = planOne(
      definitionOf('Shop', {
        spec: object({ north: object({ pace: one }), south: object({ pace: two, more: text }) }),
      }),
    );
    expect([nameAt(folder, one), nameAt(folder, two)]).toEqual(['Pace', 'Pace']);
    expect(typesOf(folder).find(({ name }) => name === 'Pace')?.schema).toEqual(values());
  });

  test('the same set of values in one type that is used twice is in one place', () => {
    const part = (): JsonSchemaProps => object({ pace: { ...text, enum: ['a', 'b'] } });
    expect(namesIn({ north: part(), south: part() })).toHaveLength(1);
  });

  test('nothing of what the API server knows of every kind', () => {
    const properties = { metadata: object({ name: { ...text, maxLength: 3 } }), spec: some('a') };
    const folder = planOne(definitionOf('Shop', { root: object(properties) }));
    expect(typesOf(folder).map(({ name }) => name)).toEqual(['Shop', 'ShopSpec']);
    expect(folder.useOf(properties.metadata)).toBeUndefined();
  });
});

describe('descriptions of types', () => {
  const of = (description?: string): JsonSchemaProps => ({
    ...some('a'),
    ...(description !== undefined && { description }),
  });

  test.each<[string, JsonSchemaProps['properties'], string | undefined]>([
    ['that of most lists', { a: list(of('One.')), b: list(of('Two.')), c: map(of('Two.')) }, 'Two.'],
    ['whatever fields say', { a: list(of('One.')), b: of('Two.'), c: of('Two.') }, 'One.'],
    ['none where most lists say none', { a: list(of()), b: list(of()), c: list(of('One.')) }, undefined],
    ['any rather than none', { a: list(of()), b: list(of('One.')) }, 'One.'],
    ['what fields share', { a: of('One.'), b: of('One.'), c: of('Two.') }, 'One.'],
    ['none of one field', { a: of('One.') }, undefined],
    ['none where a field has none', { a: of('One.'), b: of('One.'), c: of() }, undefined],
  ])('%s', (_, spec, want) => {
    expect(typesOf(planOne(definitionOf('Shop', { spec: object({ ...spec }) }))).at(-1)?.doc).toBe(want);
  });

  test('a kind has its own', () => {
    const folder = planOne(definitionOf('Shop', { root: { ...some('spec'), description: 'Shop is one.' } }));
    expect(folder.files[0]?.types[0]).toMatchObject({ name: 'Shop', doc: 'Shop is one.' });
  });
});

describe('types of Kubernetes', () => {
  const described = openApiSchemaOf('meta/v1.Condition', { descriptions: true });

  test('stand for what has their structure and their words', () => {
    const condition = { ...described, description: 'Something else.' };
    const folder = planOne(definitionOf('Shop', { spec: some('a'), status: object({ conditions: list(condition) }) }));
    expect(folder.useOf(condition)).toMatchObject({
      kind: 'builtIn',
      to: { name: 'Condition', module: '@kb/apimachinery' },
      schema: described,
    });
    expect(typesOf(folder).map(({ name }) => name)).toEqual(['Shop', 'ShopSpec', 'ShopStatus']);
  });

  test('have another name in a folder that has a type of their name', () => {
    const condition = { ...described };
    const folder = planOne(
      definitionOf('Condition', { spec: some('a'), status: object({ conditions: list(condition) }) }),
    );
    expect(folder.useOf(condition)).toMatchObject({ to: { name: 'Condition', as: 'MetaCondition' } });
  });
});

describe('folders', () => {
  test('are one for each group version, whatever the order', () => {
    const definitions = [
      definitionOf('Shop', { spec: object({ a: some('x'), b: some('y') }) }),
      definitionOf('Barn', { spec: object({ a: some('z'), b: some('y') }) }, 'v1beta1'),
      definitionOf('Farm', { spec: object({ a: some('z'), b: some('y') }) }),
    ];
    const forwards = planTypes(definitions);
    expect(forwards.map(({ group, version }) => `${group}/${version}`)).toEqual([
      'example.com/v1',
      'example.com/v1beta1',
    ]);
    expect(planTypes(definitions.toReversed()).map(({ files }) => files)).toEqual(forwards.map(({ files }) => files));
  });

  test('have a file for each kind, and one for what several use', () => {
    const folder = planOne(
      definitionOf('Shop', { spec: object({ shelf: object({ board: some('a') }), door: some('b') }) }),
      definitionOf('Barn', { spec: object({ gate: object({ board: some('a') }), roof: some('c') }) }),
    );
    expect(filesOf(folder)).toEqual({
      'barn.types.ts': ['Barn', 'BarnSpec', 'Roof'],
      'shared.types.ts': ['Gate', 'Board'],
      'shop.types.ts': ['Shop', 'ShopSpec', 'Door'],
    });
  });
});
