import { VERSION_INFO_NAME } from '../definitions/version-info.ts';
import { builtInTypes } from './media-types.ts';
import type { Operation } from './operation.ts';

function discovery(path: string, rest: string, type: string): Operation {
  return {
    path,
    method: 'get',
    id: { prefix: 'get', rest },
    parameters: [],
    consumes: builtInTypes,
    produces: builtInTypes,
    responses: { '200': { type: `meta/v1.${type}` }, '401': undefined },
  };
}

/** `/api/` and `/apis/`. */
export const rootOperations: Readonly<Record<'api' | 'apis', Operation>> = {
  api: discovery('/api/', 'APIVersions', 'APIVersions'),
  apis: discovery('/apis/', 'APIVersions', 'APIGroupList'),
};

/** `/apis/GROUP/`. */
export function groupOperation(group: string): Operation {
  return discovery(`/apis/${group}/`, 'APIGroup', 'APIGroup');
}

/** `/api/v1/` and `/apis/GROUP/VERSION/`. */
export function versionOperation(base: string): Operation {
  return discovery(`${base}/`, 'APIResources', 'APIResourceList');
}

/** The paths outside of groups, by the names of their documents. */
export const otherOperations: Readonly<Record<string, Operation>> = {
  '.well-known/openid-configuration': {
    path: '/.well-known/openid-configuration/',
    method: 'get',
    id: { prefix: 'get', rest: 'ServiceAccountIssuerOpenIDConfiguration' },
    parameters: [],
    consumes: [],
    produces: ['application/json'],
    responses: { '200': 'text', '401': undefined },
  },
  'openid/v1/jwks': {
    path: '/openid/v1/jwks/',
    method: 'get',
    id: { prefix: 'get', rest: 'ServiceAccountIssuerOpenIDKeyset' },
    parameters: [],
    consumes: [],
    produces: ['application/jwk-set+json'],
    responses: { '200': 'text', '401': undefined },
  },
  version: {
    path: '/version/',
    method: 'get',
    id: { prefix: 'get', rest: 'CodeVersion' },
    parameters: [],
    consumes: ['application/json'],
    produces: ['application/json'],
    responses: { '200': { named: VERSION_INFO_NAME }, '401': undefined },
  },
};
