import { expect, test } from 'vitest';
import { kindNames } from './kind-names.ts';

test.each([
  [
    'of one’s own',
    { kind: 'AppService', group: 'batch', domain: 'example.com', version: 'v1alpha1' },
    {
      folder: 'batch/v1alpha1',
      handle: 'appServices',
      controller: 'appServiceController',
      crdFile: 'batch.example.com_appservices.yaml',
    },
  ],
  [
    'in the bare domain',
    { kind: 'DNSRecord', domain: 'example.com', version: 'v1' },
    { folder: 'example/v1', group: 'example.com', handle: 'dnsRecords', controller: 'dnsRecordController' },
  ],
  [
    'of another project',
    { kind: 'HTTPRoute', group: 'gateway', domain: 'networking.k8s.io', external: true, version: 'v1' },
    {
      folder: 'gateway.networking.k8s.io/v1',
      group: 'gateway.networking.k8s.io',
      lower: 'httproute',
      controller: 'httpRouteController',
    },
  ],
])('the names of a kind %s', (_name, resource, want) => {
  expect(kindNames(resource)).toMatchObject(want);
});
