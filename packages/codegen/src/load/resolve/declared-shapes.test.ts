import { openApiSchemaOf } from '@kb/kubernetes/data';
import {
  door,
  int32,
  intOrString,
  list,
  map,
  name,
  object,
  oneOf,
  pattern,
  row,
  testShapes,
  text,
} from '../../test-support/type-shapes.ts';

const narrowed = "import type { int, Narrowed } from '@kb/apimachinery';";

const quantities =
  "import type { WithQuantities } from '@kb/apimachinery'; import type { EnvVar, ResourceRequirements } from '@kb/kubernetes/core/v1';";
const resources = openApiSchemaOf('core/v1.ResourceRequirements').properties ?? {};

testShapes({
  'a type that is narrower than its schema': [
    row('int', { type: 'integer' }, narrowed),
    row('int[]', list({ type: 'integer' }), narrowed),
    row('int64 & number', { type: 'integer', format: 'int64' }),
    row('(number & int)[]', list({ type: 'integer' }), narrowed),
    row(
      'Pick<{ a: int & number; b: text }, "a">',
      object({ a: { type: 'integer' } }),
      `${narrowed} type text = string;`,
    ),
    row('int | string', intOrString, narrowed),
    row('`v${int}`', pattern('^v-?[0-9]+$'), narrowed),
    row('Pick<{ a: int; b: text }, "a">', object({ a: { type: 'integer' } }), `${narrowed} type text = string;`),
    row('N["a"]', { type: 'integer' }, `${narrowed} interface N { a: int }`),
    row('{ [K in "a"]: int }', object({ a: { type: 'integer' } }), narrowed),
    row('Narrowed<{ a: string }, never>', object({ a: text }), narrowed),
    row('Narrowed<Door, { name: any } | RegExp>["width"]', int32, `${door}${narrowed}`),
    row(
      'Narrowed<Door, unknown>[]',
      list(object({ name, width: int32, locked: { type: 'boolean' } }, ['locked', 'name'])),
      `${door}${narrowed}`,
    ),
    row(
      'Partial<Narrowed<Door, { locked: true }>>',
      object({ name, width: int32, locked: { type: 'boolean' } }, []),
      `${door}${narrowed}`,
    ),
    row(
      'Narrowed<{ a: string }, X> & { b: int }',
      object({ a: text, b: { type: 'integer' } }),
      `${narrowed} type X = { a: "x" };`,
    ),
    row(
      'Narrowed<Narrowed<{ a: string }, X>, Y> | null',
      { ...object({ a: text }), nullable: true },
      `${narrowed} type X = { a: "x" }; type Y = X;`,
    ),
    row(
      'Box<int>',
      object({ in: { type: 'integer' } }),
      `${narrowed} type Box<T> = Narrowed<{ in: T }, { in: never }>;`,
    ),
    row(
      'Sub',
      object({ a: text, b: text }),
      `${narrowed} type Base = Narrowed<{ a: string }, { a: "x" }>; interface Sub extends Base { b: string }`,
    ),
    row('{ [K in keyof N]: N[K] }', object({ a: text }), `${narrowed} type N = Narrowed<{ a: string }, { a: "x" }>;`),
    row('Extract<N | "x", string>', oneOf('x'), `${narrowed} type N = Narrowed<{ a: string }, { a: "x" }>;`),
  ],
  'a type of Kubernetes with quantities that may be numbers': [
    row('WithQuantities<EnvVar>', openApiSchemaOf('core/v1.EnvVar'), quantities),
    row('WithQuantities<ResourceRequirements>[]', list(openApiSchemaOf('core/v1.ResourceRequirements')), quantities),
    row(
      'Limits',
      object({ limits: resources['limits'] ?? {}, more: text }, ['more']),
      `${quantities} interface Limits extends Omit<WithQuantities<ResourceRequirements>, 'claims' | 'requests'> { more: string }`,
    ),
    row(
      'Limits | null',
      { ...object({ limits: resources['limits'] ?? {} }, []), nullable: true },
      `${quantities} type Limits = Pick<WithQuantities<ResourceRequirements>, 'limits'>;`,
    ),
  ],
  declarations: [
    row(
      'string',
      text,
      '// +kubebuilder:object:root=true\nexport interface WaitingList extends KubernetesObject { items?: string[]; spec?: Door; } interface Door { items: Door2[] } interface Door2 { a: string }',
      { 'index.ts': "export type { Shop, WaitingList } from './types.ts';" },
    ),
    row('Twice', object({ a: text, b: int32 }), 'interface Twice { a: string } interface Twice { b: int32 }'),
    row('N.X', object({ a: text }), 'namespace N { export interface X { a: string } } interface X { b: string }'),
    row(
      'N.M.Y',
      object({ x: object({ a: text }) }),
      'namespace N { export interface X { a: string } export namespace M { export interface Y { x: X } } }',
    ),
    row('api.Thing', object({ a: text }), "import type * as api from './other.ts';", {
      'other.ts': 'export interface Thing { a: string }',
    }),
    row('Thing', object({ a: text }), "import type Thing from './other.ts';", {
      'other.ts': 'export default interface Thing { a: string }',
    }),
    row('Renamed', object({ a: text }), "import type { Second as Renamed } from './index2.ts';", {
      'index2.ts': "export type { First as Second } from './other.ts';",
      'other.ts': 'export interface First { a: string }',
    }),
    row('Thing', object({ a: text }), "import type { Thing } from './star.ts';", {
      'star.ts': "export * from './other.ts';",
      'other.ts': 'export interface Thing { a: string }',
    }),
    row('ns.Thing', object({ a: text }), "import type { ns } from './star.ts';", {
      'star.ts': "export * as ns from './other.ts';",
      'other.ts': 'export interface Thing { a: string }',
    }),
    row('Thing', object({ a: text }), "import type Thing = require('./other.ts');", {
      'other.ts': 'interface Thing { a: string } export = Thing;',
    }),
    row('Short', object({ a: text }), 'namespace N { export interface X { a: string } } import Short = N.X;'),
    row("import('@kb/kubernetes/core/v1').SecretKeySelector", openApiSchemaOf('core/v1.SecretKeySelector')),
    row(
      'apps.DeploymentStrategy',
      openApiSchemaOf('apps/v1.DeploymentStrategy'),
      "import apps = require('@kb/kubernetes/apps/v1');",
    ),
    row("import('./other.ts').Thing", object({ a: text }), '', { 'other.ts': 'export interface Thing { a: string }' }),
    row(
      'Child',
      object({ a: text, b: int32, c: text }),
      'interface A { a: string } interface B { b: int32 } interface Child extends A, B { c: string }',
    ),
    row('Child', object({ c: text, name }), `${door} interface Child extends Pick<Door, 'name'> { c: string }`),
    row(
      'Child',
      object({ c: text, value: int32 }),
      'interface Box<T> { value: T } interface Child extends Box<int32> { c: string }',
    ),
    row(
      'Child',
      object({ a: int32, c: text }, ['c']),
      'type Mapped<T> = { [K in keyof T]?: int32 }; interface Child extends Mapped<{ a: string }> { c: string }',
    ),
    row('Child', object({ a: oneOf('x') }), "interface A { a: string } interface Child extends A { a: 'x' }"),
    row('{}', { type: 'object' }),
    row(
      '{ readonly a: readonly string[]; readonly b: ReadonlyArray<string> }',
      object({ a: list(text), b: list(text) }),
    ),
    row('string[][]', list(list(text))),
    row('Defaults', object({ a: text }), 'type Defaults = WithDefault; interface WithDefault<T = string> { a: T }'),
  ],
  'names of fields': [
    row(
      "{ 'foo-bar': string; '$ref': string; 'with space': string; 'a.b': string }",
      object({ $ref: text, 'a.b': text, 'foo-bar': text, 'with space': text }),
    ),
    row(
      '{ constructor: string; toString: string; hasOwnProperty: string }',
      object({ constructor: text, hasOwnProperty: text, toString: text }),
    ),
    row('{ "__proto__": string; a: __proto__ }', object({ a: int32, ['__proto__']: text }), 'type __proto__ = int32;'),
    row('Protos["__proto__"]', int32, 'interface Protos { "__proto__": int32 }'),
    row('{ [K in "__proto__" | "b"]: int32 } | { c: string }', {
      type: 'object',
      properties: { ['__proto__']: int32, b: int32, c: text },
      oneOf: [
        { required: ['__proto__', 'b'], not: { required: ['c'] } },
        { required: ['c'], not: { anyOf: [{ required: ['__proto__'] }, { required: ['b'] }] } },
      ],
    }),
    row('{ 0: string; 1.5: string }', object({ 0: text, 1.5: text })),
    row("{ ['computed']?: string } extends never ? string : { a: string }", object({ a: text })),
  ],
  'built-in types': [
    row("PodSpec['containers'][number]", openApiSchemaOf('core/v1.Container')),
    row('k8s.V1Affinity', openApiSchemaOf('core/v1.Affinity'), "import * as k8s from '@kubernetes/client-node';"),
    row('k8s.V1Affinity', openApiSchemaOf('core/v1.Affinity'), "import type * as k8s from '@kubernetes/client-node';"),
    row('k8s.V1Affinity', openApiSchemaOf('core/v1.Affinity'), "import k8s from '@kubernetes/client-node';"),
    row('k8s.V1Affinity', openApiSchemaOf('core/v1.Affinity'), "import k8s = require('@kubernetes/client-node');"),
    row('k8s.V1Affinity', openApiSchemaOf('core/v1.Affinity'), "import type { k8s } from './types2.ts';", {
      'types2.ts': "export * as k8s from '@kubernetes/client-node';",
    }),
    row('V1Affinity', openApiSchemaOf('core/v1.Affinity'), "import type { V1Affinity } from './types2.ts';", {
      'types2.ts': "export * from '@kubernetes/client-node';",
    }),
    row(
      "k8s.V1PodSpec['containers']",
      openApiSchemaOf('core/v1.PodSpec').properties?.['containers'] ?? {},
      "import * as k8s from '@kubernetes/client-node';",
    ),
    row(
      'Mine',
      {
        ...openApiSchemaOf('core/v1.SecretKeySelector'),
        properties: { ...openApiSchemaOf('core/v1.SecretKeySelector').properties, extra: text },
      },
      "import * as k8s from '@kubernetes/client-node'; interface Mine extends k8s.V1SecretKeySelector { extra?: string }",
    ),
    row('Port', intOrString, "import type { IntOrString as Port } from '@kubernetes/client-node';"),
    row('k8s.IntOrString', intOrString, "import * as k8s from '@kubernetes/client-node';"),
    row(
      'V1MicroTime',
      { type: 'string', format: 'date-time' },
      "import type { V1MicroTime } from '@kubernetes/client-node';",
    ),
    row("V1PodSpec['containers']", openApiSchemaOf('core/v1.PodSpec').properties?.['containers'] ?? {}),
    row(
      "Pick<PodSpec, 'restartPolicy' | 'containers'>",
      object({ containers: openApiSchemaOf('core/v1.PodSpec').properties?.['containers'] ?? {}, restartPolicy: text }, [
        'containers',
      ]),
    ),
    row(
      "{ [K in 'nodeName' | 'tolerations']: PodSpec[K] }",
      object({ nodeName: text, tolerations: list(openApiSchemaOf('core/v1.Toleration')) }),
    ),
    row(
      'Pick<V1EnvVar, "name"> & { extra: Quantity }',
      object({ name: text, extra: openApiSchemaOf('resource.Quantity') }),
    ),
    row(
      'Child',
      {
        ...object(
          {
            extra: text,
            key: text,
            name: openApiSchemaOf('core/v1.SecretKeySelector').properties?.['name'] ?? {},
            optional: { type: 'boolean' },
          },
          ['extra', 'key'],
        ),
        'x-kubernetes-map-type': 'atomic',
      },
      'interface Child extends SecretKeySelector { extra: string }',
    ),
    row('Partial<Container>', { type: 'object', properties: openApiSchemaOf('core/v1.Container').properties ?? {} }),
    row(
      "Pick<NonNullable<PodSpec['affinity']>, 'podAffinity'>",
      object({ podAffinity: openApiSchemaOf('core/v1.PodAffinity') }, []),
    ),
    row("NonNullable<PodSpec['containers'][number]['ports']>[number]['protocol'] | 'QUIC'", text),
    row(
      'Record<core.ResourceName, Quantity>',
      map(openApiSchemaOf('resource.Quantity')),
      "import type * as core from '@kb/kubernetes/core/v1';",
    ),
    row(
      "Required<PodSpec>['dnsConfig']['nameservers']",
      openApiSchemaOf('core/v1.PodDNSConfig').properties?.['nameservers'] ?? {},
    ),
    row("PodTemplateSpec['spec']", openApiSchemaOf('core/v1.PodSpec')),
    row(
      'Optional<SecretKeySelector>',
      object(
        {
          key: text,
          name: openApiSchemaOf('core/v1.SecretKeySelector').properties?.['name'] ?? {},
          optional: { type: 'boolean' },
        },
        [],
      ),
      'type Optional<T> = { [K in keyof T]?: T[K] };',
    ),
  ],
});
