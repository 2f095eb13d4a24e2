import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidRequestError } from '../../errors/invalid-request-error.ts';
import { collectionPath, creationPath, objectPath } from './resource-path.ts';

const pods = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };
const deployments = { group: 'apps', version: 'v1', kind: 'Deployment', plural: 'deployments', namespaced: true };
const nodes = { group: '', version: 'v1', kind: 'Node', plural: 'nodes', namespaced: false };
const rbac = 'rbac.authorization.k8s.io';
const roles = { group: rbac, version: 'v1', kind: 'ClusterRole', plural: 'clusterroles', namespaced: false };

describe('paths', () => {
  test.each([
    [collectionPath(pods), '/api/v1/pods'],
    [collectionPath(pods, 'a'), '/api/v1/namespaces/a/pods'],
    [collectionPath(deployments, 'a'), '/apis/apps/v1/namespaces/a/deployments'],
    [collectionPath(nodes), '/api/v1/nodes'],
    [collectionPath(pods, ''), '/api/v1/pods'],
    [creationPath(pods, 'a'), '/api/v1/namespaces/a/pods'],
    [objectPath(pods, 'a/b'), '/api/v1/namespaces/a/pods/b'],
    [objectPath(pods, { namespace: 'a', name: 'b' }, 'status'), '/api/v1/namespaces/a/pods/b/status'],
    [objectPath(pods, 'a/b', 'proxy/x y'), '/api/v1/namespaces/a/pods/b/proxy/x%20y'],
    [objectPath(nodes, 'n1'), '/api/v1/nodes/n1'],
    [objectPath(roles, 'system:node'), `/apis/${rbac}/v1/clusterroles/system:node`],
  ])('%s', (got, want) => {
    expect(got).toBe(want);
  });

  test.each([
    ['no namespace', () => objectPath(pods, 'b'), 'KB_NAMESPACE_REQUIRED', 'pods is namespaced'],
    [
      'no namespace to create in',
      () => creationPath(deployments, undefined),
      'KB_NAMESPACE_REQUIRED',
      'deployments.apps',
    ],
    ['a namespace too much', () => objectPath(nodes, 'a/b'), 'KB_NAMESPACE_NOT_ALLOWED', 'nodes is cluster-scoped'],
    ['a namespace too much', () => collectionPath(nodes, 'a'), 'KB_NAMESPACE_NOT_ALLOWED', '"a"'],
    ['no name', () => objectPath(pods, { namespace: 'a', name: '' }), 'KB_INVALID_OBJECT_NAME', 'it is empty'],
    [
      'a way up',
      () => objectPath(pods, { namespace: '..', name: 'b' }),
      'KB_INVALID_OBJECT_NAME',
      '".." is not a namespace',
    ],
    ['a way on', () => objectPath(nodes, { name: 'a/status' }), 'KB_INVALID_OBJECT_NAME', '"a/status" is not a name'],
    ['an escape', () => objectPath(nodes, { name: 'a%2fb' }), 'KB_INVALID_OBJECT_NAME', '"a%2fb" is not a name'],
  ])('refuses %s', (_what, make, code, message) => {
    expect(make).toThrow(expect.objectContaining({ name: 'InvalidRequestError', code }));
    expect(make).toThrow(message);
  });

  test('encode any accepted name as one segment, which decodes to it', () => {
    const name = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !/^\.\.?$|[/%]/.test(text));
    fc.assert(
      fc.property(name, (text) => {
        const segments = new URL(objectPath(nodes, { name: text }), 'http://x').pathname.split('/');
        expect([...segments.slice(0, -1), decodeURIComponent(segments.at(-1) ?? '')].join('|')).toBe(
          `|api|v1|nodes|${text.toWellFormed()}`,
        );
      }),
      { numRuns: 500 },
    );
  });

  test('never lead elsewhere', () => {
    const name = fc.string({
      unit: fc.constantFrom('a', '.', '/', '%', '2', 'f', '?', '#', ':', ' '),
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(name, (text) => {
        const refused = /^\.\.?$|[/%]/.test(text);
        let path: string | undefined;
        try {
          path = new URL(objectPath(nodes, { name: text }), 'http://x').pathname;
        } catch (error) {
          if (!(error instanceof InvalidRequestError)) throw error;
        }
        expect([path === undefined, path?.split('/').length ?? 5]).toEqual([refused, 5]);
      }),
      { numRuns: 500 },
    );
  });
});
