import { expect, test } from 'vitest';
import { readWebhookReach } from './webhook-reach.ts';

const own = (): string[] => ['127.0.0.1', '192.168.1.5', 'fe80::1'];

test.each([
  ['an address of this machine', '192.168.1.5:9443', '192.168.1.5:9443', 'https://192.168.1.5:9443'],
  ['one of IPv6', '[fe80::1]:443', '[fe80::1]:443', 'https://[fe80::1]:443'],
  ['the name of a tunnel', 'abc.example.com:8443', '127.0.0.1:8443', 'https://abc.example.com:8443'],
])('%s: the operator listens where it can be reached', (_name, address, bindAddress, origin) => {
  expect(readWebhookReach(address, undefined, own)).toMatchObject({ bindAddress, origin });
});

test('the environment decides where the operator listens', () => {
  expect(readWebhookReach('a.example.com:443', '0.0.0.0:9443', own).bindAddress).toBe('0.0.0.0:9443');
});

test.each(['', '9443', 'host', 'host:0', 'host:70000', 'https://host:1', 'fe80::1:443', 'a b:1'])(
  'refuses %o',
  (address) => {
    expect(() => readWebhookReach(address, undefined, own)).toThrow('--webhook-address is a name or an address');
  },
);
