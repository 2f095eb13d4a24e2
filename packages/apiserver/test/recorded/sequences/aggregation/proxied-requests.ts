import type { Area } from '../../sequence.ts';
import { del, get, post, sequenceAlone } from '../../steps.ts';
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
  ],
};
