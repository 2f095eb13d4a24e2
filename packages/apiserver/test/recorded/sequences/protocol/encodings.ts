import type { Area } from '../../sequence.ts';
import {
  apply,
  configMap,
  configMaps,
  deployments,
  get,
  pods,
  post,
  sequence,
  watch,
  widget,
  widgets,
} from '../../steps.ts';

const accept = (type: string): { headers: { accept: string } } => ({ headers: { accept: type } });
const agent = (name: string): { headers: { 'user-agent': string } } => ({ headers: { 'user-agent': name } });
const odd = {
  quote: '"',
  slash: '\\/',
  html: '<a href="x">&</a>',
  lines: 'a\nb\r\tc',
  separators: '\u2028\u2029',
  control: '\u0001\u007f',
  umlaut: 'äöü',
  emoji: '😀',
  empty: '',
};

/** Answers to the last byte: JSON, indented JSON, YAML. */
export const encodings: Area = {
  name: 'encodings',
  sequences: [
    sequence(
      'characters',
      post(configMaps, configMap('a', odd)),
      get(`${configMaps}/a`),
      post(widgets, widget('a', { color: 'red', any: odd })),
      get(`${widgets}/a`, accept('application/json')),
    ),
    sequence(
      'indented JSON',
      post(configMaps, configMap('a', odd), { quiet: true }),
      get(`${configMaps}/a?pretty=true`),
      get(`${configMaps}/a?pretty=1`),
      get(`${configMaps}/a?pretty=foo`),
      get(`${configMaps}/a?pretty=`, agent('curl/8')),
      get(`${configMaps}/a`, agent('curl/8')),
      get(`${configMaps}/a`, agent('Wget/1')),
      get(`${configMaps}/a`, agent('Mozilla/5.0 (X11)')),
      get(`${configMaps}/a`, agent('Mozilla/4.0')),
      get(`${configMaps}/a?pretty=false`, agent('curl/8')),
      get(`${configMaps}/none`, agent('curl/8')),
      get(`${configMaps}?pretty=true`),
      watch(`${configMaps}?pretty=true`),
      get(`${configMaps}?pretty=true`, accept('application/yaml')),
    ),
    sequence(
      'YAML',
      post(
        configMaps,
        configMap('a', {
          ...odd,
          number: '1',
          boolean: 'true',
          null: 'null',
          date: '2026-01-01',
          long: 'word '.repeat(40),
          multi: 'a\nb\n',
          spaces: ' a ',
          dash: '- a',
          colon: 'a: b',
          hash: '#a',
          on: 'on',
          version: '1.0',
          octal: '0o1',
        }),
        { quiet: true },
      ),
      get(`${configMaps}/a`, accept('application/yaml')),
      get(configMaps, accept('application/yaml')),
      get(`${configMaps}?fieldSelector=metadata.name=none`, accept('application/yaml')),
      post(
        widgets,
        widget('a', {
          color: 'red',
          size: 3,
          ports: [{ port: 1, name: 'x' }],
          tags: ['a', 'b'],
          any: { f: 1.5, big: 12345678901234, t: true, n: null, e: {}, l: [] },
        }),
        { quiet: true },
      ),
      get(`${widgets}/a`, accept('application/yaml')),
      get(widgets, accept('application/yaml')),
      get(`${configMaps}/none`, accept('application/yaml')),
      get(`${configMaps}/a`, accept('application/yaml;as=PartialObjectMetadata;v=v1;g=meta.k8s.io')),
    ),
    sequence(
      'order of keys and what is left out',
      post(configMaps, {
        data: { z: '1', a: '2', 10: 'x', 9: 'y' },
        metadata: { labels: { z: '1', a: '2' }, name: 'order' },
      }),
      post(widgets, {
        spec: { size: 1, color: 'red', any: { z: 1, a: 2, 10: 'x', 9: 'y' } },
        metadata: { name: 'order', labels: { z: '1', a: '2' } },
        kind: 'Widget',
        apiVersion: 'lab.example.com/v1',
      }),
      post(configMaps, {
        metadata: { name: 'empty', labels: {}, annotations: null, finalizers: [] },
        data: {},
        binaryData: null,
      }),
      post(deployments, {
        metadata: { name: 'd' },
        spec: {
          selector: { matchLabels: { a: 'b' } },
          template: {
            metadata: { labels: { a: 'b' } },
            spec: { containers: [{ name: 'c', image: 'i', args: [], env: null, command: [] }] },
          },
        },
      }),
      get(`${configMaps}?fieldSelector=metadata.name=none`),
      get(`${widgets}?fieldSelector=metadata.name=none`),
      get(configMaps),
      get(widgets),
    ),
    sequence(
      'numbers and times',
      post(pods, {
        metadata: { name: 'p', creationTimestamp: '2020-01-01T00:00:00+01:00' },
        spec: {
          containers: [
            {
              name: 'c',
              image: 'i',
              resources: { limits: { cpu: '1000m', memory: '1024Mi' }, requests: { cpu: 0.5, memory: 1e6 } },
            },
          ],
          terminationGracePeriodSeconds: 0,
        },
      }),
      post('/apis/coordination.k8s.io/v1/namespaces/${NS}/leases', {
        metadata: { name: 'l' },
        spec: {
          acquireTime: '2026-01-02T03:04:05.123456Z',
          renewTime: '2026-01-02T03:04:05.999999+02:00',
          leaseDurationSeconds: 15,
        },
      }),
      post('/apis/coordination.k8s.io/v1/namespaces/${NS}/leases', {
        metadata: { name: 'm' },
        spec: { acquireTime: '2026-01-02T03:04:05Z' },
      }),
      post(
        widgets,
        widget('numbers', {
          color: 'red',
          any: { f: 1.5, whole: 1.0, big: 1234567890123456, exp: 1e21, small: 1e-7, neg: -0 },
        }),
      ),
      post(
        widgets,
        '{"apiVersion":"lab.example.com/v1","kind":"Widget","metadata":{"name":"text-numbers"},"spec":{"color":"red","any":{"a":1.0,"b":1e2,"c":12345678901234567890,"d":0.1e1,"e":-0.0,"f":100000000000000000000000}}}',
      ),
      apply(
        `${widgets}/applied`,
        'm',
        'apiVersion: lab.example.com/v1\nkind: Widget\nmetadata:\n  name: applied\nspec:\n  color: red\n  any:\n    a: 1.0\n    b: 1e2\n    c: 0x10\n    d: 2026-01-01\n',
      ),
    ),
  ],
};
