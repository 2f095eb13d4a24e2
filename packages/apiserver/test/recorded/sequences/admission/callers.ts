import type { Area, Sequence } from '../../sequence.ts';
import { configMap, configMaps, post, sequence } from '../../steps.ts';
import { hook, installed } from './hooks.ts';

/** A webhook of each kind that shows what the server presents. */
const shown = (name: string): Sequence =>
  sequence(
    name,
    ...installed('Validating', [hook('v', 'callers', { objectSelector: { matchLabels: { for: 'v' } } })]),
    ...installed('Mutating', [hook('m', 'callers', { objectSelector: { matchLabels: { for: 'm' } } })]),
    post(configMaps, configMap('a', {}, { labels: { for: 'v' } })),
    post(configMaps, configMap('b', {}, { labels: { for: 'm' } })),
  );

const kubeconfig = (users: Readonly<Record<string, object>>, current = ''): object => ({
  apiVersion: 'v1',
  kind: 'Config',
  users: Object.entries(users).map(([name, user]) => ({ name, user })),
  contexts: [{ name: 'current', context: { cluster: '', user: current } }],
  'current-context': 'current',
});

/** The kubeconfig of the webhook plugins: what the server presents, by the name of the user. */
export const callerAreas: readonly Area[] = [
  {
    name: 'webhook users by host and port',
    server: {
      webhookKubeconfig: kubeconfig(
        {
          '*': { token: 'of all' },
          '${WEBHOOK_HOST}': { token: 'its-own' },
          '*.0.1': { token: 'of-a-suffix' },
          current: { token: 'current' },
        },
        'current',
      ),
    },
    sequences: [shown('the token of the user of a host and port')],
  },
  {
    name: 'webhook users of all hosts',
    server: {
      webhookKubeconfig: kubeconfig({
        '*': {
          username: 'ann',
          password: 's:p',
          as: 'bob',
          'as-uid': '7',
          'as-groups': ['x', 'y'],
          'as-user-extra': { 'example.com/Team': ['1', '2'] },
        },
        '127.0.0.1': { token: 'without-the-port' },
      }),
    },
    sequences: [shown('the password and the impersonation of the user of all hosts')],
  },
  {
    name: 'webhook users of the current context',
    server: { webhookKubeconfig: kubeconfig({ current: { token: 'current' }, other: { token: 'other' } }, 'current') },
    sequences: [shown('the token of the current user where no name fits')],
  },
  {
    name: 'webhook users with two credentials',
    server: { webhookKubeconfig: kubeconfig({ '*': { username: 'ann', password: 's', token: 't' } }) },
    sequences: [shown('a password and a token')],
  },
  {
    name: 'webhook users without a name',
    server: { webhookKubeconfig: kubeconfig({ '*': { password: 's' } }) },
    sequences: [shown('a password alone')],
  },
];
