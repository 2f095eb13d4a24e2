import type { Area, RequestStep } from '../../sequence.ts';
import { mergePatch, post, sequence } from '../../steps.ts';
import { audited } from '../audit/everything.ts';
import { hook, type HookKind, installed, ruled } from './hooks.ts';

const secrets = '/api/v1/namespaces/${NS}/secrets';
const accounts = '/api/v1/namespaces/${NS}/serviceaccounts';
const object = (name: string): object => ({ metadata: { name, labels: { case: name } } });
const onBoth = ruled({ resources: ['secrets', 'serviceaccounts'] });

/** Webhooks that are called for objects with a label. */
const called = (label: string, ...behaviours: readonly (string | readonly [string, object])[]): object[] =>
  behaviours.map((one, index) => {
    const [behaviour, more] = typeof one === 'string' ? [one, {}] : one;
    return hook(`${label}-${index}`, behaviour, {
      ...onBoth,
      objectSelector: { matchLabels: { case: label } },
      ...more,
    });
  });

const ignored = { failurePolicy: 'Ignore' };
const both = (name: string): RequestStep[] => [post(secrets, object(name)), post(accounts, object(name))];
const cases = (kind: HookKind): object[] => [
  ...called('says', 'audit', 'audit-much', 'allow'),
  ...called('fails', ['status-500', ignored], 'audit', ['no-json', ignored]),
  ...called('refuses', 'audit', 'audit-and-deny'),
  ...called('closed', 'audit', 'status-500'),
  ...called('wrong', ['audit-number', ignored]),
  ...(kind === 'Mutating'
    ? [
        ...called('patches', 'html-patch', 'same-label', 'empty-patch', 'no-managers'),
        ...called('again', ['audit', { reinvocationPolicy: 'IfNeeded' }], 'html-patch'),
        ...called('broken', ['text-as-patch', ignored], ['missing-path', ignored]),
      ]
    : []),
];

/** The annotations of audit events that tell what webhooks did: bodies are shown for Secrets alone. */
export const annotations: Area = {
  name: 'audit annotations of admission webhooks',
  server: {
    auditPolicy: {
      apiVersion: 'audit.k8s.io/v1',
      kind: 'Policy',
      omitStages: ['RequestReceived'],
      rules: [
        { level: 'Request', resources: [{ group: '', resources: ['secrets'] }], omitManagedFields: true },
        { level: 'Metadata', resources: [{ group: '', resources: ['serviceaccounts'] }] },
        { level: 'None' },
      ],
    },
  },
  sequences: (['Mutating', 'Validating'] as const).map((kind) =>
    sequence(
      `what ${kind.toLowerCase()} webhooks do`,
      ...installed(kind, cases(kind)),
      ...audited(2, ...both('says')),
      ...audited(2, ...both('fails')),
      ...audited(2, ...both('refuses')),
      ...audited(2, ...both('closed')),
      ...audited(2, ...both('wrong')),
      ...audited(2, ...both('patches')),
      ...audited(2, ...both('again')),
      ...audited(2, ...both('broken')),
      ...audited(1, mergePatch(`${secrets}/says`, { metadata: { annotations: { a: 'b' } } })),
      ...audited(1, post(`${secrets}?dryRun=All`, { metadata: { name: 'dry', labels: { case: 'patches' } } })),
    ),
  ),
};
