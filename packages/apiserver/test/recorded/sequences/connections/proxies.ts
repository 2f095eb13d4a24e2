import type { Area, RequestStep } from '../../sequence.ts';
import { del, get, mergePatch, pod, pods, post, sequence, services } from '../../steps.ts';

const nodes = '/api/v1/nodes';
const endpoints = '/api/v1/namespaces/${NS}/endpoints';

/** A Pod with addresses in its status. */
const podAt = (name: string, address: string | undefined, ports: object[] = []): RequestStep[] => [
  post(
    pods,
    pod(name, {
      containers: [
        { name: 'c', image: 'i' },
        { name: 'd', image: 'i', ports },
      ],
    }),
    { quiet: true },
  ),
  ...(address === undefined
    ? []
    : [
        mergePatch(
          `${pods}/${name}/status`,
          { status: { podIP: address, podIPs: [{ ip: address }] } },
          { quiet: true },
        ),
      ]),
];

const service = (name: string, ...ports: object[]): RequestStep =>
  post(services, { metadata: { name }, spec: { ports } }, { quiet: true });

const endpointsOf = (name: string, ...subsets: object[]): RequestStep =>
  post(endpoints, { metadata: { name }, subsets }, { quiet: true });

const podRef = (name: string): object => ({ kind: 'Pod', name, namespace: '${NS}' });

const node = (name: string, status: object): RequestStep[] => [
  post(nodes, { metadata: { name: `\${NS}-${name}` } }, { quiet: true }),
  mergePatch(`${nodes}/\${NS}-${name}/status`, { status }, { quiet: true }),
];

/** Requests that proxies refuse before they connect to anything. */
export const proxies: Area = {
  name: 'refusals of proxies',
  sequences: [
    sequence(
      'proxies of Pods that are refused',
      ...podAt('none', undefined, [{ containerPort: 80 }]),
      ...podAt('own', '127.0.0.1'),
      ...podAt('link', '169.254.1.1'),
      ...podAt('group', '224.0.0.1'),
      ...podAt('own6', '::1'),
      ...podAt('link6', 'fe80::1'),
      ...['none', 'own', 'link', 'group', 'own6', 'link6', 'nobody', 'nobody:80', 'https:nobody:80'].map((name) =>
        get(`${pods}/${name}/proxy/a`),
      ),
      ...['ftp:none:80', 'none:80:', 'HTTPS:none:1', 'a:b:c:d', ':none:80', '::80', ':80', 'http::80'].map((name) =>
        get(`${pods}/${name}/proxy/a`),
      ),
      get(`${pods}/none/proxy?dryRun=All`),
      post(`${pods}/none/proxy/a`, 'x', { headers: { 'content-type': 'text/plain' } }),
      { method: 'TRACE', path: `${pods}/none/proxy/a` },
      { method: 'HEAD', path: `${pods}/none/proxy/a` },
      { method: 'FOO', path: `${pods}/none/proxy/a` },
      get(`${pods}/none/proxy/a`, { headers: { accept: 'text/html' } }),
      get(`${pods}/none/proxy/a`, { headers: { accept: 'application/yaml' } }),
      get(`${pods}/none/proxy//a`),
      get(`${pods}/none/proxy/a//b`),
      get(`${pods}/none/proxy/../log`),
      get(`${pods}/none/proxied/a`),
      get(`${pods}/none/exec/a`),
      get(`${pods}/none/log/a`),
      get('/api/v1/proxy/namespaces/${NS}/pods/none/a'),
    ),
    sequence(
      'redirects to the root of a proxy',
      ...podAt('p', '203.0.113.7', [{ containerPort: 8080 }]),
      get(`${pods}/p/proxy`),
      get(`${pods}/p:80/proxy?a=b&c=%20d`),
      get(`${pods}/https:p:443/proxy?`),
      { method: 'HEAD', path: `${pods}/p/proxy` },
      get(`${pods}/p%3A80/proxy`),
    ),
    sequence(
      'proxies of Services that are refused',
      ...podAt('p', '203.0.113.7'),
      service('alone', { port: 80 }),
      service('empty', { port: 80 }),
      endpointsOf('empty'),
      service('unready', { port: 80 }),
      endpointsOf('unready', {
        notReadyAddresses: [{ ip: '203.0.113.7', targetRef: podRef('p') }],
        ports: [{ port: 8080 }],
      }),
      service('named', { port: 80, name: 'web' }, { port: 443, name: 'tls' }),
      endpointsOf('named', {
        addresses: [{ ip: '203.0.113.7', targetRef: podRef('p') }],
        ports: [{ port: 8080, name: 'other' }],
      }),
      service('foreign', { port: 80 }),
      endpointsOf(
        'foreign',
        { addresses: [{ ip: '203.0.113.7' }], ports: [{ port: 8080 }] },
        { addresses: [{ ip: '203.0.113.8', targetRef: podRef('p') }], ports: [{ port: 8080 }] },
        { addresses: [{ ip: '203.0.113.7', targetRef: podRef('nobody') }], ports: [{ port: 8080 }] },
        {
          addresses: [{ ip: '203.0.113.7', targetRef: { kind: 'Pod', name: 'p', namespace: 'default' } }],
          ports: [{ port: 8080 }],
        },
      ),
      endpointsOf('unserved', { addresses: [{ ip: '203.0.113.7' }], ports: [{ port: 8080 }] }),
      ...[
        'nobody',
        'nobody:80',
        'alone',
        'alone:80',
        'alone:81',
        'alone:web',
        'empty',
        'http:empty:80',
        'unready',
        'named',
        'named:web',
        'https:named:443',
        'named:0',
        'named:-1',
        'named:99999999999999999999',
        'foreign',
        'unserved',
        'unserved:80',
        'ftp:named:web',
        'a:b:c:d',
      ].map((name) => get(`${services}/${name}/proxy/a`)),
      get(`${services}/named/proxy`),
      post(`${services}/named/proxy`, ''),
      del(`${services}/named/proxy/x`),
    ),
    sequence(
      'proxies of nodes that are refused',
      ...node('none', {}),
      ...node('own', { addresses: [{ type: 'InternalIP', address: '127.0.0.1' }] }),
      ...node('link', { addresses: [{ type: 'Hostname', address: '169.254.0.1' }] }),
      ...node('external', { addresses: [{ type: 'ExternalIP', address: '127.0.0.1' }] }),
      ...node('other', { addresses: [{ type: 'Other', address: '203.0.113.9' }] }),
      ...['none', 'own', 'link', 'external', 'other', 'nobody', 'own:10250', 'own:80'].map((name) =>
        get(`${nodes}/\${NS}-${name}/proxy/a`),
      ),
      get(`${nodes}/ftp:\${NS}-own:80/proxy/a`),
      get(`${nodes}/a:b:c:d/proxy/a`),
      get(`${nodes}/\${NS}-own/proxy`),
      get(`${nodes}/\${NS}-own/log`),
    ),
  ],
};
