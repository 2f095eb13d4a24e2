import type { Area } from '../../sequence.ts';
import { del, get, mergePatch, post, put, sequenceAlone } from '../../steps.ts';
import { apiService, apiServices } from './api-services.ts';

const one = `${apiServices}/v1.\${NS}.example.com`;
const base = '/apis/${NS}.example.com/v1';
const service = { namespace: '${NS}', name: 'extension', port: '${WEBHOOK_PORT}' };
/** As a text: the port is a number, which a variable inside an object could not be. */
const extended = JSON.stringify(apiService('v1', { service, insecureSkipTLSVerify: true })).replace(
  '"${WEBHOOK_PORT}"',
  '${WEBHOOK_PORT}',
);

/** What an extension server responds, as clients get it. */
export const proxiedRequests: Area = {
  name: 'aggregation and proxied requests',
  sequences: [
    sequenceAlone(
      'responses of an extension server',
      post(
        '/api/v1/namespaces/${NS}/services',
        { metadata: { name: 'extension' }, spec: { type: 'ExternalName', externalName: 'localhost' } },
        { quiet: true },
      ),
      post(apiServices, extended, { quiet: true }),
      get(one, { shows: 'all checks passed', quiet: true }),
      get(base),
      get(`${base}/namespaces/\${NS}/flunders/a`),
      get(`${base}/statuses/201`),
      get(`${base}/statuses/409`),
      get(`${base}/statuses/500`),
      get(`${base}/redirects`),
      get(`${base}/html`),
      get(`${base}/empty`),
      del(one, undefined, { quiet: true }),
    ),
    sequenceAlone(
      'what an extension server is sent',
      post(
        '/api/v1/namespaces/${NS}/services',
        { metadata: { name: 'extension' }, spec: { type: 'ExternalName', externalName: 'localhost' } },
        { quiet: true },
      ),
      post(apiServices, extended, { quiet: true }),
      get(one, { shows: 'all checks passed', quiet: true }),
      get(`${base}/echo`),
      get(`${base}/echo?b=2&a=%2f&b=1&c`),
      get(`${base}/echo/?`),
      get(`${base}/echo//a/../b/./c`),
      get(`${base}/echo/a%2Fb%20c%7e`),
      get(`${base}/echo/!*'()~@`),
      get(`${base}/echo`, { headers: { 'accept-encoding': 'gzip' } }),
      get(`${base}/echo`, { headers: { 'accept-encoding': 'deflate, br' } }),
      get(`${base}/echo`, { headers: { range: 'bytes=0-4' } }),
      get(`${base}/echo`, {
        headers: {
          'x-forwarded-for': '10.1.2.3',
          'x-forwarded-host': 'forged',
          'x-forwarded-proto': 'http',
          'x-forwarded-uri': '/forged',
          'x-real-ip': '1.2.3.4',
          cookie: 'a=b',
          te: 'trailers',
        },
      }),
      get(`${base}/echo`, {
        headers: {
          'x-remote-user': 'forged',
          'x-remote-uid': 'forged',
          'x-remote-group': 'forged',
          'x-remote-extra-x': 'forged',
          'x-custom': 'kept',
        },
      }),
      get(`${base}/echo`, {
        headers: {
          'impersonate-user': 'ann',
          'impersonate-uid': '7',
          'impersonate-group': 'system:masters\nc',
          'impersonate-extra-scopes%2fof': 'x\ny',
        },
      }),
      post(`${base}/echo`, { a: 1 }),
      post(`${base}/echo`, 'text', { headers: { 'content-type': 'text/plain' } }),
      put(`${base}/echo/x`, { a: 1 }),
      mergePatch(`${base}/echo/x`, { a: 1 }),
      del(`${base}/echo/x`),
      del(one, undefined, { quiet: true }),
    ),
  ],
};
