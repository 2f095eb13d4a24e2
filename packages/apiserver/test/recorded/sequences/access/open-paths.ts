import type { Area } from '../../sequence.ts';
import { get, post, put, sequence } from '../../steps.ts';
import { as, withRbac } from './access.ts';

const ann = as('ann');
const answered = { ...ann, withoutBody: true };

/** The paths outside of resources that every user may read, and those that need a permission. */
export const openPaths: Area = {
  name: 'open paths',
  server: withRbac,
  sequences: [
    sequence(
      'paths that every user may read',
      ...[
        '/api',
        '/api/',
        '/api/v1',
        '/apis',
        '/apis/',
        '/apis/apps',
        '/apis/apps/',
        '/apis/apps/v1',
        '/apis/none.example.com',
        '/openapi/v2',
        '/openapi/v3',
        '/openapi/v3/api/v1',
        '/version',
        '/version/',
        '/healthz',
        '/livez',
        '/readyz',
      ].map((path) => get(path, answered)),
    ),
    sequence(
      'paths that need a permission',
      ...[
        '/',
        '/healthz/',
        '/healthz/ping',
        '/livez/ping',
        '/readyz/etcd',
        '/metrics',
        '/metrics/',
        '/metrics/slis',
        '/logs',
        '/logs/x',
        '/debug/pprof',
        '/debug/pprof/profile',
        '/configz',
        '/statusz',
        '/flagz',
        '/.well-known/openid-configuration',
        '/openid/v1/jwks',
        '/swagger.json',
        '/none',
        '/API',
        '/Version',
        '/versions',
        '/apisx',
        '//metrics',
        '/version//',
        '/healthz/../metrics',
        '/metrics%2fslis',
        '/%6detrics',
        '/metrics?a=b',
      ].map((path) => get(path, ann)),
    ),
    sequence(
      'other methods on open paths',
      post('/version', '', ann),
      put('/version', '', ann),
      { method: 'DELETE', path: '/healthz', ...ann },
      { method: 'PATCH', path: '/version', body: '{}', ...ann },
      { method: 'OPTIONS', path: '/version', ...ann },
      { method: 'HEAD', path: '/metrics', ...ann },
      { method: 'OPTIONS', path: '/metrics', ...ann },
    ),
    sequence(
      'paths of anonymous users',
      ...['/version', '/healthz', '/livez', '/readyz'].map((path) =>
        get(path, { headers: { authorization: 'Basic dXNlcjpzZWNyZXQ=' }, withoutBody: true }),
      ),
      ...['/api', '/apis', '/openapi/v3', '/metrics', '/none'].map((path) =>
        get(path, { headers: { authorization: 'Basic dXNlcjpzZWNyZXQ=' } }),
      ),
    ),
  ],
};
