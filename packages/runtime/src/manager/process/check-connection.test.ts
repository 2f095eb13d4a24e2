import type { Transport } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { createClient, systemClock } from '@kb/client';
import { expect, test } from 'vitest';
import { noConnection } from './check-connection.ts';

test.each([
  [
    'a kubeconfig with a user',
    { source: '/home/me/.kube/config', context: 'dev', user: 'me' },
    'user "me" (context "dev" of /home/me/.kube/config)',
  ],
  [
    'a kubeconfig without one',
    { source: '/home/me/.kube/config', context: 'dev' },
    'nobody: the context names no user (context "dev" of /home/me/.kube/config)',
  ],
  ['a pod, which has no context', { source: "the pod's service account" }, "the pod's service account"],
])('refused credentials of %s are reported with where they come from', async (_what, access, whose) => {
  const { transport } = createApiServer({
    clock: systemClock,
    authentication: { tokens: { good: { name: 'a', groups: [] } } },
  });
  const send: Transport['send'] = (request, signal) =>
    transport.send({ ...request, headers: { ...request.headers, authorization: 'Bearer old' } }, signal);
  const client = createClient({ transport: { ...transport, send }, clock: systemClock });
  const server = 'https://10.0.0.1:443';
  await expect(noConnection(client, { server, ...access }, new AbortController().signal)).rejects.toMatchObject({
    code: 'KB_CREDENTIALS_REFUSED',
    message: `the API server ${server} refused the credentials of ${whose}: they have expired, or are another cluster's; get new ones, or name another kubeconfig`,
  });
});
