import { expect, test } from 'vitest';
import type { Manifest } from '../manifests/manifests.ts';
import { operatorOrigin } from './operator-origin.ts';
import { operatorAddresses, withAuthority } from './project-webhooks.ts';

const ca = 'the authority';
const caBundle = Buffer.from(ca).toString('base64');
const other = Buffer.from('another').toString('base64');
const service = { namespace: 'system', name: 'hooks', path: '/x' };

const manifest = (file: string, fields: object): Manifest => ({
  file,
  object: { apiVersion: 'v1', kind: '', metadata: {}, ...fields },
});
const configuration = (clientConfig: object, annotations?: Record<string, string>): Manifest =>
  manifest('a.yaml', {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: 'a', ...(annotations && { annotations }) },
    webhooks: [{ name: 'a.example.com', clientConfig }],
  });
const definition = (conversion: object): Manifest =>
  manifest('crd.yaml', {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.com' },
    spec: { conversion },
  });
const annotated = { 'cert-manager.io/inject-ca-from': 'system/serving-cert' };

test.each<[string, object, Record<string, string> | undefined, string | undefined]>([
  ['a Service without a bundle', { service }, undefined, caBundle],
  ['a Service with the line break of older scaffolds', { service, caBundle: 'Cg==' }, undefined, caBundle],
  ['a Service with another bundle', { service, caBundle: other }, undefined, other],
  ['the same with the annotation of cert-manager', { service, caBundle: other }, annotated, caBundle],
  ['a URL', { url: 'https://hooks.example.com/x' }, undefined, undefined],
  ['a URL with the annotation', { url: 'https://127.0.0.1:9443/x' }, annotated, caBundle],
])('the authority of %s', (_, clientConfig, annotations, expected) => {
  const { object } = withAuthority(configuration(clientConfig, annotations), ca);
  const { webhooks } = object as unknown as { webhooks: { clientConfig: { caBundle?: string } }[] };
  expect(webhooks[0]?.clientConfig.caBundle).toBe(expected);
});

test('the authority of a conversion webhook', () => {
  const webhook = { clientConfig: { service }, conversionReviewVersions: ['v1'] };
  const { object } = withAuthority(definition({ strategy: 'Webhook', webhook }), ca);
  expect(object).toMatchObject({
    spec: { conversion: { strategy: 'Webhook', webhook: { clientConfig: { service, caBundle } } } },
  });
  const none = definition({ strategy: 'None' });
  expect(withAuthority(none, ca)).toBe(none);
});

test('the addresses of an operator are those that get its authority', () => {
  const manifests = [
    configuration({ service }),
    configuration({ service: { ...service, name: 'foreign' }, caBundle: other }),
    configuration({ url: 'https://127.0.0.1:9443/y' }, annotated),
    definition({ strategy: 'Webhook', webhook: { clientConfig: { service: { ...service, path: '/convert' } } } }),
  ];
  expect(operatorAddresses(manifests)).toEqual({
    services: [{ namespace: 'system', name: 'hooks' }],
    paths: [
      { path: '/x', by: 'a.yaml: a.example.com' },
      { path: '/y', by: 'a.yaml: a.example.com' },
      { path: '/convert', by: 'crd.yaml: things.example.com' },
    ],
  });
});

test.each([
  ['127.0.0.1:9443', 'https://127.0.0.1:9443'],
  [':9443', 'https://127.0.0.1:9443'],
  ['0.0.0.0:80', 'https://127.0.0.1:80'],
  ['[::1]:9443', 'https://[::1]:9443'],
  ['0', undefined],
])('an operator that listens on %s is at %s', (address, origin) => {
  expect(operatorOrigin(address)).toBe(origin);
});

test('an address without a fixed port is refused', () => {
  expect(() => operatorOrigin('127.0.0.1:0')).toThrow('the API server cannot know where the operator listens');
});
