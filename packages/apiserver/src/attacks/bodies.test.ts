import { findSlowAttack, type Reader } from '@kb/linear-time';
import { expect, test } from 'vitest';
import {
  configMap,
  CONFIG_MAPS,
  DEFINITIONS,
  deployment,
  DEPLOYMENTS,
  pod,
  PODS,
  SERVICES,
  startWire,
  widget,
  widgetDefinition,
  WIDGETS,
} from '../test-support/wire.ts';
import { sender } from '../test-support/attack-sender.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const FORMATS = [
  'date',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'cidr',
  'mac',
  'uri',
  'uuid',
  'isbn',
  'creditcard',
  'hexcolor',
  'rgbcolor',
  'byte',
  'bsonobjectid',
  'ssn',
];
const properties = {
  color: { type: 'string', pattern: '^(a|a)*(b|[a-c]+)*$' },
  ...Object.fromEntries(FORMATS.map((format) => [format, { type: 'string', format }])),
  list: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
  map: {
    type: 'array',
    items: { type: 'object', properties: { k: { type: 'string' } }, required: ['k'] },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
  },
};
const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } };
const send = sender(() => startWire({ crds: [widgetDefinition({ schema })] }));

const post = (path: string, body: unknown): Promise<number> =>
  send('POST', `${path}?dryRun=All`, JSON_TYPE, JSON.stringify(body));
const patch = (type: string, path: string, body: string): Promise<number> =>
  send('PATCH', `${path}?dryRun=All&fieldManager=a`, { 'content-type': type }, body);

/** A string in a field of an object. */
const inField = (name: string, path: string, body: (text: string) => unknown): Reader => ({
  name,
  read: (text) => post(path, body(text)),
});
const container = (fields: object): object => ({ containers: [{ name: 'c', image: 'i', ...fields }] });
const definition = (version: object, spec: object = {}): object =>
  widgetDefinition(version, { group: 'other.example.com', ...spec });

const bodies: readonly Reader[] = [
  {
    name: 'JSON',
    read: (text) => send('POST', CONFIG_MAPS, JSON_TYPE, text),
    own: ['[', '{"a":', '1', '"', '\\u0000', '[1,', '-', '1e'],
  },
  {
    name: 'JSON that begins as an object',
    read: (text) =>
      send(
        'POST',
        WIDGETS,
        JSON_TYPE,
        `{"apiVersion":"lab.example.com/v1","kind":"Widget","metadata":{"name":"a"},"spec":{${text}}}`,
      ),
    own: ['"a":1,', '"a":{', '"a":[', '"\\u00', '"a'],
  },
  {
    name: 'protobuf',
    read: (text) =>
      send('POST', CONFIG_MAPS, { 'content-type': 'application/vnd.kubernetes.protobuf' }, `k8s\u0000${text}`),
    own: ['\u000a\u0000', '\u0012\u0001', '\u007f', '\u0080'],
  },
  {
    name: 'a JSON patch',
    read: (text) => patch('application/json-patch+json', `${CONFIG_MAPS}/kube-root-ca.crt`, text),
    own: ['{"op":', '['],
  },
  {
    name: 'a pointer of a JSON patch',
    read: (text) =>
      patch(
        'application/json-patch+json',
        `${CONFIG_MAPS}/kube-root-ca.crt`,
        JSON.stringify([
          { op: 'add', path: `/data/${text}`, value: 'x' },
          { op: 'remove', path: text },
        ]),
      ),
    own: ['/a', '~1', '~0', '~'],
  },
  {
    name: 'a merge patch',
    read: (text) =>
      patch(
        'application/merge-patch+json',
        `${CONFIG_MAPS}/kube-root-ca.crt`,
        JSON.stringify({ data: { [text]: text } }),
      ),
  },
  {
    name: 'a strategic patch',
    read: (text) =>
      patch(
        'application/strategic-merge-patch+json',
        `${CONFIG_MAPS}/kube-root-ca.crt`,
        JSON.stringify({ [`$${text}`]: [text], metadata: { [`$setElementOrder/${text}`]: [] } }),
      ),
  },
  {
    name: 'an apply',
    read: (text) => patch('application/apply-patch+yaml', `${WIDGETS}/a`, JSON.stringify(widget('a', { color: text }))),
  },
  {
    name: 'options of a delete',
    read: (text) =>
      send(
        'DELETE',
        `${CONFIG_MAPS}/nope`,
        JSON_TYPE,
        JSON.stringify({ propagationPolicy: text, preconditions: { uid: text } }),
      ),
  },
];

const fields: readonly Reader[] = [
  inField('a name', CONFIG_MAPS, (text) => configMap(text)),
  inField('a name to begin with', CONFIG_MAPS, (text) => ({ ...configMap('a'), metadata: { generateName: text } })),
  inField('a label', CONFIG_MAPS, (text) => configMap('a', {}, { labels: { [text]: text } })),
  inField('an annotation', CONFIG_MAPS, (text) => configMap('a', {}, { annotations: { [text]: text } })),
  inField('a finalizer', CONFIG_MAPS, (text) => configMap('a', {}, { finalizers: [text] })),
  inField('an owner', CONFIG_MAPS, (text) =>
    configMap('a', {}, { ownerReferences: [{ apiVersion: text, kind: text, name: text, uid: text }] }),
  ),
  inField('a time', CONFIG_MAPS, (text) => configMap('a', {}, { creationTimestamp: text })),
  inField('managed fields', CONFIG_MAPS, (text) =>
    configMap(
      'a',
      {},
      {
        managedFields: [
          {
            manager: text,
            operation: 'Update',
            apiVersion: text,
            fieldsType: 'FieldsV1',
            fieldsV1: { [text]: {}, [`k:${text}`]: {} },
          },
        ],
      },
    ),
  ),
  inField('a key of data', CONFIG_MAPS, (text) => configMap('a', { [text]: text })),
  inField('bytes', '/api/v1/namespaces/default/secrets', (text) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'a' },
    data: { a: text },
  })),
  inField('a version', CONFIG_MAPS, (text) => ({ ...configMap('a'), apiVersion: text })),
  inField('a kind', WIDGETS, (text) => ({ ...widget('a'), kind: text })),
  inField('a quantity', PODS, (text) => pod('a', container({ resources: { requests: { cpu: text, [text]: '1' } } }))),
  inField('an image', PODS, (text) =>
    pod('a', container({ image: text, env: [{ name: text, value: '$('.repeat(10) + text }], command: [text] })),
  ),
  inField('a port', SERVICES, (text) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'a' },
    spec: { clusterIP: text, ports: [{ port: 80, name: text, targetPort: text }] },
  })),
  inField('a selector', DEPLOYMENTS, (text) =>
    deployment('a', { selector: { matchExpressions: [{ key: text, operator: 'In', values: [text] }] } }),
  ),
  inField('a schedule', '/apis/batch/v1/namespaces/default/cronjobs', (text) => ({
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'a' },
    spec: {
      schedule: text,
      timeZone: text,
      jobTemplate: { spec: { template: { spec: { ...container({}), restartPolicy: 'Never' } } } },
    },
  })),
  inField('a time of a lease', '/apis/coordination.k8s.io/v1/namespaces/default/leases', (text) => ({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'a' },
    spec: { renewTime: text },
  })),
  inField('a token to review', '/apis/authentication.k8s.io/v1/tokenreviews', (text) => ({
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenReview',
    spec: { token: text },
  })),
  inField('an access to review', '/apis/authorization.k8s.io/v1/subjectaccessreviews', (text) => ({
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    spec: {
      user: text,
      resourceAttributes: { verb: text, fieldSelector: { rawSelector: text }, labelSelector: { rawSelector: text } },
    },
  })),
  inField('a value with a pattern', WIDGETS, (text) => widget('a', { color: text })),
  ...FORMATS.map((format) => ({
    ...inField(`a value of the format ${format}`, WIDGETS, (text) => widget('a', { [format]: text })),
    general: false as const,
    own: ['1', 'a', ' ', '.', ':', '-', '1 a', 'a.', 'a@', '::', '/', '%20', '(', '"', '<', '1h'].map((repeated) => ({
      prefix: '',
      repeated,
      suffix: '!',
    })),
  })),
  inField('a pattern', DEFINITIONS, (text) =>
    definition({
      schema: { openAPIV3Schema: { type: 'object', properties: { a: { type: 'string', pattern: text } } } },
    }),
  ),
  inField('a path of a column', DEFINITIONS, (text) =>
    definition({ additionalPrinterColumns: [{ name: 'a', type: 'string', jsonPath: `.${text}` }] }),
  ),
  inField('a selectable field', DEFINITIONS, (text) =>
    definition({ selectableFields: [{ jsonPath: `.spec.${text}` }] }),
  ),
  inField('a path of a scale', DEFINITIONS, (text) =>
    definition({ subresources: { scale: { specReplicasPath: `.spec.${text}`, statusReplicasPath: text } } }),
  ),
  inField('a default', DEFINITIONS, (text) =>
    definition({
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: { a: { type: 'string', format: text, default: text, enum: [text] } },
        },
      },
    }),
  ),
  inField('names of a definition', DEFINITIONS, (text) =>
    definition({ name: text }, { group: text, names: { plural: text, kind: text, shortNames: [text] } }),
  ),
  inField('a webhook', DEFINITIONS, (text) =>
    definition(
      {},
      {
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: text, caBundle: text }, conversionReviewVersions: [text] },
        },
      },
    ),
  ),
  inField('a path of a webhook', DEFINITIONS, (text) =>
    definition(
      {},
      {
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { service: { name: text, namespace: text, path: `/${text}` } },
            conversionReviewVersions: ['v1'],
          },
        },
      },
    ),
  ),
];

/** Many elements instead of a long string. */
const many = (name: string, path: string, body: (items: readonly string[]) => unknown): Reader => ({
  name: `many ${name}`,
  read: (text) => post(path, body(Array.from({ length: Math.ceil(text.length / 8) }, (_, index) => `x${index}`))),
  own: ['x'],
  general: false,
});

const lists: readonly Reader[] = [
  many('finalizers', CONFIG_MAPS, (items) => configMap('a', {}, { finalizers: items.map((item) => `a.b/${item}`) })),
  many('owners', CONFIG_MAPS, (items) =>
    configMap(
      'a',
      {},
      { ownerReferences: items.map((item) => ({ apiVersion: 'v1', kind: 'Pod', name: item, uid: item })) },
    ),
  ),
  many('labels', CONFIG_MAPS, (items) =>
    configMap('a', {}, { labels: Object.fromEntries(items.map((item) => [item, item])) }),
  ),
  many('keys', CONFIG_MAPS, (items) => configMap('a', Object.fromEntries(items.map((item) => [item, item])))),
  many('managed fields', CONFIG_MAPS, (items) =>
    configMap(
      'a',
      {},
      {
        managedFields: items.map((item) => ({
          manager: item,
          operation: 'Update',
          apiVersion: 'v1',
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:data': { [`f:${item}`]: {} } },
        })),
      },
    ),
  ),
  many('containers', PODS, (items) => pod('a', { containers: items.map((item) => ({ name: item, image: 'i' })) })),
  many('variables and mounts', PODS, (items) =>
    pod('a', {
      volumes: items.map((item) => ({ name: item, emptyDir: {} })),
      ...container({
        env: items.map((item) => ({ name: item })),
        volumeMounts: items.map((item) => ({ name: item, mountPath: `/${item}` })),
      }),
    }),
  ),
  many('tolerations', PODS, (items) =>
    pod('a', { tolerations: items.map((item) => ({ key: item, operator: 'Exists' })) }),
  ),
  many('ports', SERVICES, (items) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'a' },
    spec: { ports: items.map((item, index) => ({ name: item, port: index + 1 })) },
  })),
  many('requirements', DEPLOYMENTS, (items) =>
    deployment('a', { selector: { matchExpressions: items.map((item) => ({ key: item, operator: 'Exists' })) } }),
  ),
  many('items of a set', WIDGETS, (items) => widget('a', { list: items })),
  many('items of a map', WIDGETS, (items) => widget('a', { map: items.map((k) => ({ k })) })),
  many('unknown fields', WIDGETS, (items) => widget('a', Object.fromEntries(items.map((item) => [item, 1])))),
  many('properties', DEFINITIONS, (items) =>
    definition({
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: Object.fromEntries(items.map((item) => [item, { type: 'string' }])),
        },
      },
    }),
  ),
  many('versions', DEFINITIONS, (items) =>
    widgetDefinition(
      {},
      {
        group: 'other.example.com',
        versions: items.map((name, index) => ({
          name: `v${index + 1}`,
          served: true,
          storage: index === 0,
          schema: { openAPIV3Schema: { type: 'object', description: name } },
        })),
      },
    ),
  ),
  many('columns', DEFINITIONS, (items) =>
    definition({ additionalPrinterColumns: items.map((name) => ({ name, type: 'string', jsonPath: `.${name}` })) }),
  ),
  many('operations', CONFIG_MAPS, () => undefined),
].filter(({ name }) => name !== 'many operations');

const operations: Reader = {
  name: 'many operations of a JSON patch',
  read: (text) =>
    patch(
      'application/json-patch+json',
      `${CONFIG_MAPS}/kube-root-ca.crt`,
      JSON.stringify(
        Array.from({ length: Math.min(10_000, text.length / 8) }, (_, index) => ({
          op: 'add',
          path: `/metadata/labels/x${index}`,
          value: 'x',
        })),
      ),
    ),
  own: ['x'],
  general: false,
};

test.each([...bodies, ...fields, ...lists, operations])('reads $name in linear time', async (reader) => {
  expect(await findSlowAttack({ ...reader, largest: 32 * 1024 })).toBeUndefined();
});
