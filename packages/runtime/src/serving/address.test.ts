import { expect, test } from 'vitest';
import { formatAddress, parseAddress } from './address.ts';

test.each([
  [':8080', { host: undefined, port: 8080 }],
  ['127.0.0.1:0', { host: '127.0.0.1', port: 0 }],
  ['localhost:9443', { host: 'localhost', port: 9443 }],
  ['[::1]:8443', { host: '::1', port: 8443 }],
  ['[]:1', { host: undefined, port: 1 }],
  ['0', undefined],
  ['', undefined],
])('"%s"', (text, want) => {
  expect(parseAddress(text)).toEqual(want);
});

test.each(['8080', 'a', ':', ':x', '::1:80', '1.2.3.4:65536', ':-1', 'http://a:1', ' :1'])(
  '"%s" is invalid',
  (text) => {
    expect(() => parseAddress(text)).toThrow('is not an address to listen on');
  },
);

test.each([':8080', '127.0.0.1:0', '[::1]:8443'])('"%s" is written as it was read', (text) => {
  expect(formatAddress(parseAddress(text) ?? { host: 'off', port: 0 })).toBe(text);
});
