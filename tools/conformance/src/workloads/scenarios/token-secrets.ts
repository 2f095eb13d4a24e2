import type { Scenario, Step } from './scenario.ts';
import { settle } from './steps.ts';

const NAME = 'kubernetes.io/service-account.name';
const UID = 'kubernetes.io/service-account.uid';

interface TokenSecretShape {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly data?: Readonly<Record<string, string>>;
  readonly metadata?: object;
  readonly type?: string;
}

const account = (name: string, more: object = {}): Step => ({
  create: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name }, ...more },
});

/** Creates a Secret for the account `robot`. */
const tokenSecret = (name: string, shape: TokenSecretShape = {}): Step => {
  const { annotations = { [NAME]: 'robot' }, data, metadata, type = 'kubernetes.io/service-account-token' } = shape;
  return {
    create: {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, annotations, ...metadata },
      type,
      ...(data && { data }),
    },
  };
};
const patchSecret = (change: object): Step => ({ patch: 'Secret', name: 'robot-token', with: change });
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const removed = (kind: 'Secret' | 'ServiceAccount', name: string): readonly Step[] => [
  { delete: kind, name },
  { untilGone: kind, name },
];
const begin: readonly Step[] = [account('robot'), settle, tokenSecret('robot-token'), settle];

/** Secrets with tokens of ServiceAccounts. */
export const tokenSecretScenarios: readonly Scenario[] = [
  { name: 'token-secret', steps: begin },
  { name: 'token-secret-of-default', steps: [tokenSecret('t', { annotations: { [NAME]: 'default' } }), settle] },
  {
    name: 'token-secret-with-labels',
    steps: [
      account('robot'),
      settle,
      tokenSecret('robot-token', { metadata: { labels: { a: 'b' } }, data: { more: base64('x') } }),
      settle,
    ],
  },
  { name: 'token-secrets-of-one-account', steps: [...begin, tokenSecret('second'), tokenSecret('third'), settle] },
  {
    name: 'token-secret-without-account',
    steps: [tokenSecret('robot-token'), { untilGone: 'Secret', name: 'robot-token' }, account('robot'), settle],
  },
  {
    name: 'token-secret-with-its-uid',
    steps: [
      account('robot'),
      settle,
      tokenSecret('robot-token', { annotations: { [NAME]: 'robot', [UID]: 'uid of ServiceAccount robot' } }),
      settle,
    ],
  },
  {
    name: 'token-secret-with-another-uid',
    steps: [
      account('robot'),
      settle,
      tokenSecret('robot-token', {
        annotations: { [NAME]: 'robot', [UID]: '00000000-0000-4000-8000-000000000000' },
      }),
      { untilGone: 'Secret', name: 'robot-token' },
      settle,
    ],
  },
  {
    name: 'token-secret-with-a-token',
    steps: [account('robot'), settle, tokenSecret('robot-token', { data: { token: base64('mine') } }), settle],
  },
  {
    name: 'token-secret-with-a-namespace',
    steps: [account('robot'), settle, tokenSecret('robot-token', { data: { namespace: base64('other') } }), settle],
  },
  {
    name: 'token-secret-with-an-empty-token',
    steps: [account('robot'), settle, tokenSecret('robot-token', { data: { token: '', namespace: '' } }), settle],
  },
  { name: 'token-secret-emptied', steps: [...begin, patchSecret({ data: null }), settle] },
  { name: 'token-secret-without-its-namespace', steps: [...begin, patchSecret({ data: { namespace: null } }), settle] },
  {
    name: 'token-secret-without-its-uid',
    steps: [...begin, patchSecret({ metadata: { annotations: { [UID]: null } } }), settle],
  },
  {
    name: 'token-secret-without-its-uid-of-a-deleted-account',
    steps: [
      ...begin,
      patchSecret({ metadata: { annotations: { [UID]: null } } }),
      settle,
      ...removed('ServiceAccount', 'robot'),
      { untilGone: 'Secret', name: 'robot-token' },
      settle,
    ],
  },
  {
    name: 'token-secret-for-another-account',
    steps: [
      ...begin,
      account('other'),
      settle,
      patchSecret({ metadata: { annotations: { [NAME]: 'other', [UID]: null } }, data: { token: null } }),
      settle,
    ],
  },
  {
    name: 'token-secret-of-a-missing-account',
    steps: [
      ...begin,
      patchSecret({ metadata: { annotations: { [NAME]: 'missing' } } }),
      { untilGone: 'Secret', name: 'robot-token' },
      settle,
    ],
  },
  {
    name: 'token-secrets-of-a-deleted-account',
    steps: [
      ...begin,
      tokenSecret('second'),
      account('other'),
      settle,
      tokenSecret('kept', { annotations: { [NAME]: 'other' } }),
      settle,
      ...removed('ServiceAccount', 'robot'),
      { untilGone: 'Secret', name: 'robot-token' },
      { untilGone: 'Secret', name: 'second' },
      settle,
    ],
  },
  {
    name: 'token-secret-of-an-account-made-again',
    steps: [
      ...begin,
      ...removed('ServiceAccount', 'robot'),
      account('robot'),
      { untilGone: 'Secret', name: 'robot-token' },
      tokenSecret('robot-token'),
      settle,
    ],
  },
  {
    name: 'token-secret-held',
    steps: [
      account('robot'),
      settle,
      tokenSecret('robot-token', { metadata: { finalizers: ['example.com/held'] } }),
      settle,
      ...removed('ServiceAccount', 'robot'),
      settle,
      patchSecret({ metadata: { finalizers: null } }),
      { untilGone: 'Secret', name: 'robot-token' },
    ],
  },
  {
    name: 'token-secret-deleted',
    steps: [
      account('robot', { secrets: [{ name: 'first' }, { name: 'robot-token' }, { name: 'last' }] }),
      settle,
      tokenSecret('robot-token'),
      settle,
      ...removed('Secret', 'robot-token'),
      settle,
    ],
  },
  {
    name: 'token-secret-immutable',
    steps: [
      ...begin,
      patchSecret({ immutable: true }),
      settle,
      patchSecret({ metadata: { labels: { a: 'b' } } }),
      settle,
    ],
  },
  {
    name: 'secret-of-another-type',
    steps: [
      account('robot', { secrets: [{ name: 'robot-token' }] }),
      settle,
      tokenSecret('robot-token', { type: 'Opaque' }),
      settle,
      ...removed('Secret', 'robot-token'),
      settle,
    ],
  },
];
