import { describe, expect, test } from 'vitest';
import { proxyFromEnvironment } from './proxy-from-environment.ts';

const HTTPS_PROXY = 'http://proxy.test:3128';

describe('proxyFromEnvironment', () => {
  test.each([
    ['none', {}, 'https://a.test', undefined],
    ['by scheme', { HTTPS_PROXY, HTTP_PROXY: 'http://other' }, 'https://a.test', HTTPS_PROXY],
    ['by scheme', { HTTPS_PROXY, HTTP_PROXY: 'http://other' }, 'http://a.test', 'http://other'],
    ['in lower case', { https_proxy: HTTPS_PROXY }, 'https://a.test', HTTPS_PROXY],
    ['without a scheme', { HTTPS_PROXY: 'proxy.test:3128' }, 'https://a.test', 'http://proxy.test:3128'],
    ['not for this machine', { HTTPS_PROXY }, 'https://localhost:6443', undefined],
    ['not for this machine', { HTTPS_PROXY }, 'https://127.9.9.9:6443', undefined],
    ['not for this machine', { HTTPS_PROXY }, 'https://[::1]:6443', undefined],
  ])('%s: %o %s', (_what, env, server, want) => {
    expect(proxyFromEnvironment(env, server)).toBe(want);
  });

  test.each([
    ['*', 'a.test', true],
    ['a.test', 'a.test', true],
    ['test', 'a.test', true],
    ['.test', 'a.test', true],
    ['*.test', 'a.test', true],
    ['.a.test', 'a.test', false],
    ['b.test', 'a.test', false],
    ['a.test:6443', 'a.test', true],
    ['a.test:1', 'a.test', false],
    [' x , A.Test ', 'a.test', true],
    ['10.0.0.0/8', '10.2.3.4', true],
    ['10.0.0.0/8', '11.2.3.4', false],
    ['10.2.3.4', '10.2.3.4', true],
    ['fd00::/8', '[fd00::1]', true],
    ['10.0.0.0/99', '10.2.3.4', false],
    ['nonsense/8', '10.2.3.4', false],
    ['', 'a.test', false],
  ])('NO_PROXY=%s covers %s: %s', (NO_PROXY, host, covered) => {
    expect(proxyFromEnvironment({ HTTPS_PROXY, NO_PROXY }, `https://${host}:6443`)).toBe(
      covered ? undefined : HTTPS_PROXY,
    );
  });
});
