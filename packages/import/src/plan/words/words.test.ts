import { describe, expect, test } from 'vitest';
import { joinWords, pascalCase, singularOf, wordsOf } from './words.ts';

describe('names in PascalCase', () => {
  test.each([
    ['httpGet', 'HTTPGet'],
    ['HTTPRoute', 'HTTPRoute'],
    ['http_get', 'HTTPGet'],
    ['http-get', 'HTTPGet'],
    ['dns01', 'DNS01'],
    ['ec2SDConfigs', 'EC2SDConfigs'],
    ['oauth2', 'OAuth2'],
    ['ipv4Pool', 'IPv4Pool'],
    ['caBundle', 'CABundle'],
    ['nodeIDs', 'NodeIDs'],
    ['podIPs', 'PodIPs'],
    ['v1beta1', 'V1Beta1'],
    ['s3bucket', 'S3Bucket'],
    ['k8s', 'K8S'],
    ['Größe', 'GroE'],
    ['café', 'Cafe'],
    ['x-y.z/w', 'XYZW'],
    ['3scale', '3Scale'],
    ['日本', ''],
    ['-', ''],
    ['', ''],
    ['__proto__', 'Proto'],
    ['a\nb', 'AB'],
  ])('%j: %s', (name, want) => {
    expect(pascalCase(wordsOf(name))).toBe(want);
  });

  test('cuts names that are too long', () => {
    expect(pascalCase(wordsOf('a'.repeat(1_000_000))).length).toBeLessThan(1000);
  });
});

describe('singulars', () => {
  test.each([
    ['rules', 'rule'],
    ['policies', 'policy'],
    ['matches', 'match'],
    ['caches', 'cache'],
    ['classes', 'class'],
    ['addresses', 'address'],
    ['statuses', 'status'],
    ['status', 'status'],
    ['databases', 'database'],
    ['aliases', 'alias'],
    ['releases', 'release'],
    ['causes', 'cause'],
    ['indices', 'index'],
    ['children', 'child'],
    ['nodeIDs', 'nodeID'],
    ['TLS', 'TLS'],
    ['prometheus', 'prometheus'],
    ['nexus', 'nexus'],
    ['analysis', 'analysis'],
    ['axis', 'axis'],
    ['analytics', 'analytics'],
    ['metrics', 'metric'],
    ['apis', 'api'],
    ['gpus', 'gpu'],
    ['vCPUs', 'vCPU'],
    ['MTUs', 'MTU'],
    ['menus', 'menu'],
    ['dns', 'dns'],
    ['ingress', 'ingress'],
    ['data', 'data'],
    ['series', 'series'],
    ['keys', 'key'],
    ['boxes', 'box'],
    ['volumes', 'volume'],
    ['HTTPRoutes', 'HTTPRoute'],
  ])('%s: %s', (name, want) => {
    expect(singularOf(wordsOf(name)).join('')).toBe(want);
  });
});

describe('names with those of surrounding types', () => {
  test.each([
    ['HTTPRoute', 'RouteRule', 'HTTPRouteRule'],
    ['Certificate', 'CertificateCondition', 'CertificateCondition'],
    ['Vault', 'Auth', 'VaultAuth'],
  ])('%s and %s: %s', (before, after, want) => {
    expect(joinWords(wordsOf(before), wordsOf(after)).join('')).toBe(want);
  });
});
