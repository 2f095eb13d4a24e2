import type { Area, RequestStep } from '../../sequence.ts';
import { apply, del, deployment, get, mergePatch, pod, pods, post, put, sequence } from '../../steps.ts';

const accounts = '/api/v1/namespaces/${NS}/serviceaccounts';
const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';
const ENFORCE = 'kubernetes.io/enforce-mountable-secrets';

/** Creates an account; it is not compared. */
const account = (name: string, rest: object = {}, metadata: object = {}): RequestStep =>
  post(accounts, { metadata: { name, ...metadata }, ...rest }, { quiet: true });

const enforced = (value: string): object => ({ annotations: { [ENFORCE]: value } });
const secretEnv = (secret: string): object => ({
  env: [{ name: 'E', valueFrom: { secretKeyRef: { name: secret, key: 'k' } } }],
});
const secretFrom = (secret: string): object => ({ envFrom: [{ secretRef: { name: secret } }] });
const container = (rest: object, name = 'c'): object => ({ name, image: 'i', ...rest });
const secretVolume = (secret: string): object => ({ name: 'v', secret: { secretName: secret } });
const mountAt = (mountPath: string, name = 'own'): object => ({ volumeMounts: [{ name, mountPath }] });
const own = { name: 'own', emptyDir: {} };

const mirror = { annotations: { 'kubernetes.io/config.mirror': 'x' } };
const onNode = { nodeName: 'n', enableServiceLinks: false };

/** ServiceAccount admission: the account of a Pod, its token, its pull secrets and the secrets that it may mount. */
export const serviceAccountPods: Area = {
  name: 'pods of service accounts',
  server: { disableAdmissionPlugins: [] },
  sequences: [
    sequence(
      'pods whose account does not exist',
      post(pods, pod('a')),
      post(pods, pod('a', { serviceAccountName: 'none' })),
      post(pods, pod('a', { serviceAccount: 'none' })),
      post(`${pods}?dryRun=All`, pod('a', { serviceAccountName: 'none' })),
      post(pods, {
        metadata: { generateName: 'gen-' },
        spec: { containers: [container({})], serviceAccountName: 'x' },
      }),
      post(pods, { spec: { containers: [container({})], serviceAccountName: 'x' } }),
      post(pods, pod('a', { serviceAccountName: 'none', containers: [] })),
      get(pods),
    ),
    sequence(
      'pods of the default account',
      account('default'),
      post(pods, pod('a')),
      post(pods, pod('b', { serviceAccountName: 'default' })),
      post(pods, pod('c', { initContainers: [container({}, 'i')], containers: [container({}), container({}, 'd')] })),
      post(`${pods}?dryRun=All`, pod('d')),
      post(pods, { metadata: { generateName: 'gen-' }, spec: { containers: [container({})] } }),
      mergePatch(`${pods}/a`, { metadata: { labels: { a: 'b' } } }),
      get(`${pods}/a`),
      post(
        '/apis/apps/v1/namespaces/${NS}/deployments',
        deployment('d', { template: { metadata: { labels: { app: 'd' } }, spec: { containers: [container({})] } } }),
      ),
    ),
    sequence(
      'applied pods of accounts',
      account('default'),
      account('other'),
      apply(`${pods}/a`, 'm', { apiVersion: 'v1', kind: 'Pod', ...pod('a') }),
      apply(`${pods}/a`, 'm', { apiVersion: 'v1', kind: 'Pod', ...pod('a') }),
      apply(`${pods}/b`, 'm', { apiVersion: 'v1', kind: 'Pod', ...pod('b', { serviceAccountName: 'other' }) }),
      put(`${pods}/b`, pod('b', { serviceAccountName: 'other' }), { withoutBody: true }),
      mergePatch(`${pods}/b`, { spec: { serviceAccountName: 'default' } }, { withoutBody: true }),
    ),
    sequence(
      'tokens that are not mounted',
      account('default'),
      account('quiet', { automountServiceAccountToken: false }),
      account('loud', { automountServiceAccountToken: true }),
      post(pods, pod('a', { automountServiceAccountToken: false })),
      post(pods, pod('b', { serviceAccountName: 'quiet' })),
      post(pods, pod('c', { serviceAccountName: 'quiet', automountServiceAccountToken: true })),
      post(pods, pod('d', { serviceAccountName: 'loud', automountServiceAccountToken: false })),
      post(pods, pod('e', { serviceAccountName: 'loud' })),
    ),
    sequence(
      'tokens of containers that mount something there',
      account('default'),
      post(pods, pod('a', { volumes: [own], containers: [container(mountAt(MOUNT_PATH))] })),
      post(
        pods,
        pod('b', {
          volumes: [own],
          containers: [container(mountAt(MOUNT_PATH)), container(mountAt('/other'), 'd')],
          initContainers: [container(mountAt(`${MOUNT_PATH}/`), 'i')],
        }),
      ),
      post(pods, pod('c', { volumes: [{ name: 'kube-api-access-own', emptyDir: {} }] })),
      post(pods, pod('d', { volumes: [own, { name: 'kube-api-access', emptyDir: {} }] })),
      post(
        pods,
        pod('e', {
          volumes: [own, { name: 'kube-api-access-x', emptyDir: {} }, { name: 'kube-api-access-y', emptyDir: {} }],
          containers: [container(mountAt(MOUNT_PATH))],
        }),
      ),
    ),
    sequence(
      'pull secrets of accounts',
      account('default', { imagePullSecrets: [{ name: 'a' }, { name: 'b' }] }),
      account('empty', { imagePullSecrets: [] }),
      account('odd', { imagePullSecrets: [{}, { name: 'a' }, { name: 'a' }] }),
      post(pods, pod('a')),
      post(pods, pod('b', { imagePullSecrets: [{ name: 'own' }] })),
      post(pods, pod('c', { imagePullSecrets: [] })),
      post(pods, pod('d', { serviceAccountName: 'empty' })),
      post(pods, pod('e', { serviceAccountName: 'odd' })),
    ),
    sequence(
      'secrets that accounts may not mount',
      account('default', { secrets: [{ name: 'good' }], imagePullSecrets: [{ name: 'pull' }] }, enforced('true')),
      post(pods, pod('a', { volumes: [secretVolume('good')] })),
      post(pods, pod('b', { volumes: [secretVolume('bad')] })),
      post(pods, pod('c', { containers: [container(secretEnv('good'))] })),
      post(pods, pod('d', { containers: [container(secretEnv('bad'))] })),
      post(pods, pod('e', { containers: [container(secretFrom('good')), container(secretFrom('bad'), 'd')] })),
      post(pods, pod('f', { initContainers: [container(secretEnv('bad'), 'i')] })),
      post(pods, pod('g', { initContainers: [container(secretFrom('bad'), 'i')] })),
      post(pods, pod('h', { initContainers: [container(secretEnv('good'), 'i')] })),
      post(pods, pod('i', { imagePullSecrets: [{ name: 'pull' }, { name: 'bad' }] })),
      post(pods, pod('j', { imagePullSecrets: [{ name: 'pull' }] })),
      post(pods, pod('k', { volumes: [{ name: 'v', projected: { sources: [{ secret: { name: 'bad' } }] } }] })),
      post(
        pods,
        pod('l', {
          volumes: [secretVolume('bad-volume')],
          containers: [container(secretEnv('bad-env'))],
          initContainers: [container(secretFrom('bad-init'), 'i')],
          imagePullSecrets: [{ name: 'bad-pull' }],
        }),
      ),
      post(pods, pod('m', { containers: [container({ ...secretEnv('bad-env'), ...secretFrom('bad-from') })] })),
    ),
    sequence(
      'values of the annotation for mountable secrets',
      ...['true', 'True', 't', '1', 'false', 'yes', ''].flatMap((value, index) => [
        account(`a${index}`, {}, enforced(value)),
        post(pods, pod(`p${index}`, { serviceAccountName: `a${index}`, volumes: [secretVolume('bad')] })),
      ]),
    ),
    sequence(
      'ephemeral containers and the secrets of accounts',
      account('default', { secrets: [{ name: 'good' }] }, enforced('true')),
      account('free'),
      post(pods, pod('a'), { quiet: true }),
      mergePatch(`${pods}/a/ephemeralcontainers`, {
        spec: { ephemeralContainers: [container({ ...secretEnv('bad'), terminationMessagePolicy: 'File' }, 'e')] },
      }),
      mergePatch(`${pods}/a/ephemeralcontainers`, {
        spec: { ephemeralContainers: [container({ ...secretFrom('bad'), terminationMessagePolicy: 'File' }, 'e')] },
      }),
      mergePatch(`${pods}/a/ephemeralcontainers`, {
        spec: { ephemeralContainers: [container({ ...secretEnv('good'), terminationMessagePolicy: 'File' }, 'e')] },
      }),
      post(pods, pod('b', { serviceAccountName: 'free' }), { quiet: true }),
      mergePatch(`${pods}/b/ephemeralcontainers`, {
        spec: { ephemeralContainers: [container({ ...secretEnv('bad'), terminationMessagePolicy: 'File' }, 'e')] },
      }),
      mergePatch(`${pods}/b/status`, { status: { message: 'm' } }),
    ),
    sequence(
      'mirror pods',
      account('default'),
      post(pods, pod('a', onNode, mirror)),
      post(pods, pod('b', { ...onNode, serviceAccountName: 'default' }, mirror)),
      post(pods, pod('c', { ...onNode, volumes: [secretVolume('s')] }, mirror)),
      post(pods, pod('d', { ...onNode, imagePullSecrets: [{ name: 's' }] }, mirror)),
      post(pods, pod('e', { ...onNode, containers: [container(secretEnv('s'))] }, mirror)),
      post(
        pods,
        pod(
          'f',
          {
            ...onNode,
            volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }],
          },
          mirror,
        ),
      ),
      post(
        pods,
        pod(
          'g',
          { ...onNode, volumes: [{ name: 'v', cephfs: { monitors: ['m'], secretRef: { name: 's' } } }] },
          mirror,
        ),
      ),
    ),
    sequence(
      'accounts with the annotation for mountable secrets',
      post(accounts, { metadata: { name: 'a', ...enforced('true') } }),
      mergePatch(`${accounts}/a`, { metadata: { labels: { a: 'b' } } }),
      post(accounts, { metadata: { name: 'b' } }),
      mergePatch(`${accounts}/b`, { metadata: enforced('false') }),
    ),
    sequence(
      'an account that is deleted',
      account('gone'),
      post(pods, pod('a', { serviceAccountName: 'gone' })),
      del(`${accounts}/gone`),
      post(`${pods}?dryRun=All`, pod('b', { serviceAccountName: 'gone' }), { until: 403 }),
      mergePatch(`${pods}/a`, { metadata: { labels: { a: 'b' } } }),
      mergePatch(`${pods}/a/ephemeralcontainers`, {
        spec: { ephemeralContainers: [container({ terminationMessagePolicy: 'File' }, 'e')] },
      }),
    ),
  ],
};
