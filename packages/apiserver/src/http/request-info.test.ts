import { describe, expect, test } from 'vitest';
import { parseRequestPath } from './request-info.ts';

describe('parseRequestPath', () => {
  test.each([
    [
      '/api/v1/namespaces',
      { group: '', version: 'v1', namespace: '', resource: 'namespaces', name: '', subresource: '' },
    ],
    ['/api/v1/namespaces/x', { resource: 'namespaces', name: 'x', namespace: '' }],
    ['/api/v1/namespaces/x/finalize', { resource: 'namespaces', name: 'x', subresource: 'finalize', namespace: '' }],
    ['/api/v1/namespaces/x/pods', { resource: 'pods', namespace: 'x', name: '' }],
    ['/api/v1/namespaces/x/pods/p/log', { resource: 'pods', namespace: 'x', name: 'p', subresource: 'log' }],
    ['/apis/apps/v1/deployments', { group: 'apps', version: 'v1', resource: 'deployments', namespace: '' }],
    ['/api/v1/watch/namespaces/x/pods', { resource: 'pods', namespace: 'x', watchPrefix: true }],
    ['/api/v1/nodes/a%2Fb', { resource: 'nodes', name: 'a', subresource: 'b' }],
  ])('%s', (path, wanted) => {
    expect(parseRequestPath(path)).toMatchObject({ isResource: true, ...wanted });
  });

  test.each(['/', '/version', '/api', '/api/v1', '/apis/apps', '/apis/apps/v1', '/openapi/v3/apis/apps/v1'])(
    '%s is not a resource',
    (path) => {
      expect(parseRequestPath(path)).toMatchObject({ isResource: false });
    },
  );

  test('refuses invalid escapes', () => {
    for (const path of ['/api/v1/pods/%zz', '/api/v1/pods/%f', '/api/v1/pods/%ff%', '/%'])
      expect(parseRequestPath(path)).toBeUndefined();
  });
});
