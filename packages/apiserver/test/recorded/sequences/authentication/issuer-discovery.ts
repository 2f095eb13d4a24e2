import type { Area } from '../../sequence.ts';
import { get, post, sequence } from '../../steps.ts';
import { bearing, createAccount, requestToken } from './tokens.ts';

const configuration = '/.well-known/openid-configuration';
const keys = '/openid/v1/jwks';
const accepting = (accept: string): { readonly headers: Record<string, string> } => ({ headers: { accept } });
const anonymous = { headers: { authorization: '' } };

/** The documents by which others check tokens. */
export const issuerDiscovery: Area = {
  name: 'issuer discovery',
  server: { authorizationMode: 'RBAC' },
  sequences: [
    sequence(
      'documents',
      ...[configuration, keys].flatMap((path) => [
        get(path),
        get(`${path}/`),
        get(`${path}/more`),
        get(path, accepting('application/json')),
        get(path, accepting('application/jwk-set+json')),
        get(path, accepting('application/yaml')),
        get(path, accepting('text/html, */*;q=0.1')),
        get(`${path}?pretty=true`),
        post(path, {}),
        { method: 'HEAD', path },
        { method: 'DELETE', path },
      ]),
      get('/openid'),
      get('/openid/v1'),
      get('/.well-known'),
    ),
    sequence(
      'who may read them',
      createAccount,
      requestToken({}, { quiet: true }),
      get(configuration, bearing('${token}')),
      get(keys, bearing('${token}')),
      get(`${keys}/`, bearing('${token}')),
      get(configuration, anonymous),
      get(keys, anonymous),
      get(keys, { headers: { 'impersonate-user': 'someone' } }),
    ),
  ],
};
