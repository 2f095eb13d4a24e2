import { expect, test } from 'vitest';
import { isNetworkTrouble } from './network.ts';

test.each([
  ['npm error code ECONNRESET\nnpm error network aborted'],
  ['added 3\nnpm ERR! code E503\nnpm ERR! 503 Service Unavailable'],
  ['npm error code ERR_SOCKET_TIMEOUT'],
  ['go: golang.org/x/net@v0.1.0: Get "https://proxy.golang.org/": dial tcp 1.2.3.4:443: i/o timeout'],
  ['reading https://proxy.golang.org/x/@v/list: 502 Bad Gateway'],
])('%j is the network', (output) => {
  expect(isNetworkTrouble(output)).toBe(true);
});

test.each([
  ['npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree'],
  ['npm error code E404\nnpm error 404 Not Found'],
  ['AssertionError: expected 502 to be 200'],
  ['npm error Lifecycle script `test` failed with error:\nnpm error code 1'],
  ['the operator said: connect ECONNREFUSED 127.0.0.1:6443'],
])('%j is not', (output) => {
  expect(isNetworkTrouble(output)).toBe(false);
});
