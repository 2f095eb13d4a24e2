import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { describe, expect, test } from 'vitest';
import { planTypes } from '../plan-types.ts';
import {
  definitionOf,
  filesOf,
  list,
  map,
  namesIn,
  object,
  planOne,
  some,
  text,
  typesOf,
} from '../test-support/definitions.ts';

/** A near copy of Kubernetes' Container, with a field of its own. */
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

/** A reference to one of two objects. */
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
    [
      'descriptions give a name more capitals',
      { ibmcloud: { ...some('a'), description: 'Configures an IBMCloud.' } },
      ['IBMCloud'],
    ],
    [
      'descriptions move no capitals',
      {
        fooBar: { ...some('a'), description: 'FoobaR configures it.' },
        barFoo: { ...some('b'), description: 'Configures a BarfoO.' },
      },
      ['FooBar', 'BarFoo'],
    ],
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

  test('a status that differs from the spec is named so', () => {
    const plugins = { plugins: list(some('a')) };
    expect(namesIn(plugins, object({ plugins: list(some('b')) }))).toEqual(['Plugin', 'PluginStatus']);
  });

  test('types of several kinds are named after their kinds', () => {
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

  test('a kind keeps its name, whatever it is', () => {
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

  test("does not use an author's own names", () => {
    const definition = definitionOf('Shop', { spec: object({ backend: some('a') }) });
    const [folder] = planTypes([definition], {
      reserved: (group, version) => new Set(group === 'example.com' && version === 'v1' ? ['Backend'] : []),
    });
    expect(folder && typesOf(folder).map(({ name }) => name)).toEqual(['Shop', 'ShopSpec', 'ShopBackend']);
  });
});
