import type { Area, RequestStep } from '../../sequence.ts';
import { del, sequence, sequenceAlone } from '../../steps.ts';
import { inCluster, inNamespace, row, table, tableOfOne } from './rows.ts';

const services = inNamespace('services');
const endpoints = inNamespace('endpoints');
const slices = inNamespace('endpointslices', 'discovery.k8s.io/v1');
const ingresses = inNamespace('ingresses', 'networking.k8s.io/v1');
const policies = inNamespace('networkpolicies', 'networking.k8s.io/v1');
const ingressClasses = inCluster('ingressclasses', 'networking.k8s.io/v1');

const port = { port: 80 };
const service = (name: string, spec: object, status?: object): RequestStep[] =>
  row(services, name, { spec: { ports: [port], ...spec } }, status);
const balancer = (...ingress: object[]): object => ({ loadBalancer: { ingress } });

const ips = (...addresses: string[]): object[] => addresses.map((ip) => ({ ip }));
const slice = (name: string, object: object): RequestStep[] =>
  row(slices, name, { addressType: 'IPv4', endpoints: [], ...object });
const ingress = (name: string, spec: object, status?: object): RequestStep[] => row(ingresses, name, { spec }, status);
const backend = { service: { name: 's', port } };
const rule = (host?: string): object => ({
  ...(host !== undefined && { host }),
  http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80 } } } }] },
});

/** Tables of services, and of the kinds that route to them. */
export const serviceTables: Area = {
  name: 'tables of services',
  sequences: [
    sequence(
      'types of services',
      ...service('cluster', { selector: { b: '2', a: '1' } }),
      ...service('external-addresses', { externalIPs: ['192.0.2.2', '192.0.2.1'] }),
      ...service('headless', { clusterIP: 'None' }),
      ...service('headless-no-ports', { clusterIP: 'None', ports: [] }),
      ...service('name', { type: 'ExternalName', externalName: 'example.com' }),
      ...service('name-no-ports', { type: 'ExternalName', externalName: 'example.com', ports: [] }),
      ...service('node-port', { type: 'NodePort', ports: [{ port: 80, nodePort: 31234 }] }),
      ...service('ports', {
        ports: [
          { name: 'a', port: 80 },
          { name: 'b', port: 53, protocol: 'UDP' },
        ],
      }),
      table(services),
      tableOfOne(services, 'ports'),
    ),
    sequence(
      'load balancers in tables',
      ...service('pending', { type: 'LoadBalancer' }),
      ...service('pending-external', { type: 'LoadBalancer', externalIPs: ['192.0.2.9'] }),
      ...service(
        'addresses',
        { type: 'LoadBalancer' },
        balancer({ ip: '192.0.2.2', ipMode: 'VIP' }, { ip: '192.0.2.1', ipMode: 'VIP' }, { hostname: 'example.com' }),
      ),
      ...service('both', { type: 'LoadBalancer', externalIPs: ['192.0.2.9'] }, balancer({ hostname: 'example.com' })),
      ...service(
        'same-twice',
        { type: 'LoadBalancer' },
        balancer({ hostname: 'b.example.com' }, { hostname: 'a.example.com' }, { hostname: 'b.example.com' }),
      ),
      table(services),
    ),
    sequence(
      'table of endpoints',
      ...row(endpoints, 'none', {}),
      ...row(endpoints, 'some', { subsets: [{ addresses: ips('192.0.2.1', '192.0.2.2'), ports: [port] }] }),
      ...row(endpoints, 'many', {
        subsets: [
          {
            addresses: ips('192.0.2.1', '192.0.2.2', '192.0.2.3'),
            ports: [
              { name: 'a', ...port },
              { name: 'b', port: 81 },
            ],
          },
        ],
      }),
      ...row(endpoints, 'no-ports', { subsets: [{ addresses: ips('192.0.2.1') }] }),
      ...row(endpoints, 'ipv6', { subsets: [{ addresses: ips('2001:db8::1'), ports: [port] }] }),
      ...row(endpoints, 'not-ready', { subsets: [{ notReadyAddresses: ips('192.0.2.1'), ports: [port] }] }),
      table(endpoints),
    ),
    sequence(
      'table of endpoint slices',
      ...slice('none', {}),
      ...slice('some', { ports: [port], endpoints: [{ addresses: ['192.0.2.1', '192.0.2.2'] }] }),
      ...slice('many', {
        ports: [80, 81, 82, 83].map((number) => ({ name: `p${number}`, port: number })),
        endpoints: ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5'].map((ip) => ({ addresses: [ip] })),
      }),
      ...slice('ports-without-number', { ports: [{ name: 'x' }, {}] }),
      ...slice('any-port', { ports: [{}] }),
      ...slice('names', { addressType: 'FQDN', endpoints: [{ addresses: ['a.example.com'] }] }),
      table(slices),
    ),
    sequence(
      'table of ingresses',
      ...ingress('hosts', { rules: [rule('a.example.com'), rule('b.example.com')] }),
      ...ingress('many-hosts', {
        ingressClassName: 'nginx',
        rules: ['a', 'b', 'c', 'd', 'e'].map((name) => rule(`${name}.example.com`)),
      }),
      ...ingress('no-host', { rules: [rule()] }),
      ...ingress('default-backend', { defaultBackend: { ...backend, service: { name: 's', port: { number: 80 } } } }),
      ...ingress('tls', { rules: [rule('a.example.com')], tls: [{ hosts: ['a.example.com'], secretName: 's' }] }),
      ...ingress(
        'address',
        { rules: [rule('a.example.com')] },
        balancer({ hostname: 'z.example.com' }, { ip: '192.0.2.1' }),
      ),
      table(ingresses),
    ),
    sequenceAlone(
      'table of ingress classes',
      ...row(ingressClasses, '${NS}-plain', { spec: { controller: 'example.com/c' } }),
      ...row(ingressClasses, '${NS}-default', {
        metadata: { annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } },
        spec: { controller: 'example.com/c' },
      }),
      ...row(ingressClasses, '${NS}-parameters', {
        spec: {
          controller: 'example.com/c',
          parameters: { apiGroup: 'k8s.example.com', kind: 'Params', name: 'p', scope: 'Cluster' },
        },
      }),
      ...row(ingressClasses, '${NS}-core-parameters', {
        spec: {
          controller: 'example.com/c',
          parameters: { kind: 'ConfigMap', name: 'p', namespace: 'n', scope: 'Namespace' },
        },
      }),
      ...['plain', 'default', 'parameters', 'core-parameters'].map((name) =>
        tableOfOne(ingressClasses, `\${NS}-${name}`),
      ),
      del(`${ingressClasses}/\${NS}-default`, undefined, { quiet: true }),
    ),
    sequence(
      'table of network policies',
      ...row(policies, 'all', { spec: { podSelector: {} } }),
      ...row(policies, 'some', {
        spec: {
          podSelector: {
            matchLabels: { b: '1', a: '2' },
            matchExpressions: [
              { key: 'c', operator: 'In', values: ['y', 'x'] },
              { key: 'd', operator: 'DoesNotExist' },
            ],
          },
        },
      }),
      table(policies),
    ),
  ],
};
