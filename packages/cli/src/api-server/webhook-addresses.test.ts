import { expect, test } from 'vitest';
import { readWebhookAddresses } from './webhook-addresses.ts';

const service = { namespace: 'shop-system', name: 'hooks', port: 443, path: '/x' };

test('gives the address of each Service that is named, and of no other', () => {
  const resolve = readWebhookAddresses(['shop-system/hooks=https://127.0.0.1:9443', 'a/b=https://[::1]:1/']);
  expect(resolve?.(service)).toBe('https://127.0.0.1:9443');
  expect(resolve?.({ ...service, namespace: 'a', name: 'b' })).toBe('https://[::1]:1');
  expect(resolve?.({ ...service, name: 'other' })).toBeUndefined();
  expect(readWebhookAddresses(undefined)).toBeUndefined();
});

test.each([
  'https://127.0.0.1:9443',
  'hooks=https://127.0.0.1:9443',
  'a/b/c=https://127.0.0.1:9443',
  '/b=https://127.0.0.1:9443',
  'a/b=http://127.0.0.1:9443',
  'a/b=https://127.0.0.1:9443/x',
  'a/b=127.0.0.1:9443',
  'a/b=',
  '',
])('refuses %j', (value) => {
  expect(() => readWebhookAddresses([value])).toThrow(`not ${JSON.stringify(value)}`);
});

test('refuses two addresses of one Service', () => {
  expect(() => readWebhookAddresses(['a/b=https://a:1', 'a/b=https://a:2'])).toThrow('a/b has two addresses');
});
