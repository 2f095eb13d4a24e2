import type { Area, RequestStep } from '../../sequence.ts';
import { configMap, configMaps, del, get, mergePatch, post, sequence } from '../../steps.ts';
import { definition, gear, gearRule, gears, hook, type HookKind, installed, ruled } from './hooks.ts';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** One webhook for each behaviour, called for the ConfigMap with its name as a label. */
const each = (kind: HookKind, behaviours: readonly string[], more: object = {}): RequestStep[] => [
  ...installed(
    kind,
    behaviours.map((name) => hook(name, name, { objectSelector: { matchLabels: { case: name } }, ...more })),
  ),
  ...behaviours.map((name) => post(configMaps, configMap(name, { a: '1' }, { labels: { case: name } }))),
];

const denials = [
  'deny',
  'deny-with-message',
  'deny-with-reason',
  'deny-with-code',
  'deny-with-success',
  'deny-with-details',
];
const broken = [
  'text-as-allowed',
  'number-as-status',
  'other-uid',
  'no-response',
  'text-as-response',
  'no-kind',
  'other-review',
  'other-version',
  'other-group',
  'no-json',
  'half-json',
  'list',
  'nothing',
  'status-400',
  'status-403',
  'status-404',
  'status-409',
  'status-500',
  'status-503',
];

/** What webhooks answer, and what follows. */
export const webhookAnswers: Area = {
  name: 'answers of admission webhooks',
  sequences: [
    ...(['Mutating', 'Validating'] as const).flatMap((kind) => [
      sequence(`${kind.toLowerCase()} webhooks that refuse`, ...each(kind, denials)),
      sequence(`${kind.toLowerCase()} webhooks that warn`, ...each(kind, ['warn', 'warn-and-deny', 'audit', 'allow'])),
      sequence(`${kind.toLowerCase()} webhooks that answer something else`, ...each(kind, broken)),
      sequence(
        `${kind.toLowerCase()} webhooks whose failures are ignored`,
        ...each(kind, [...broken, 'deny'], { failurePolicy: 'Ignore' }),
      ),
      sequence(
        `${kind.toLowerCase()} webhooks at an address where nobody listens`,
        ...installed(kind, [hook('nobody', 'allow', { clientConfig: { url: 'https://127.0.0.1:1/x' } })]),
        post(configMaps, configMap('a')),
      ),
    ]),
    sequence(
      'patches that apply',
      ...each('Mutating', ['label', 'same-label', 'owners', 'unknown-field', 'no-managers', 'empty-patch', 'spec']),
      get(`${configMaps}/label`),
    ),
    sequence(
      'patches that do not apply',
      ...each('Mutating', [
        'wrong-type',
        'invalid-label',
        'other-name',
        'other-namespace',
        'other-kind',
        'unknown-kind',
        'bad-managers',
        'missing-path',
        'missing-key',
        'failing-test',
        'unknown-operation',
      ]),
    ),
    sequence(
      'patches that are none',
      ...each('Mutating', [
        'object-as-patch',
        'text-as-patch',
        'no-base64',
        'patch-without-type',
        'type-without-patch',
        'empty-type',
        'other-type',
      ]),
    ),
    sequence('patches of validating webhooks', ...each('Validating', ['label', 'type-without-patch'])),
    sequence(
      'a patch of a deletion',
      post(configMaps, configMap('a'), { quiet: true }),
      ...installed('Mutating', [hook('label', 'label', ruled({ operations: ['DELETE'] }))]),
      del(`${configMaps}/a`),
      get(`${configMaps}/a`),
    ),
    sequence(
      'patches of custom objects',
      post(crds, definition, { quiet: true }),
      post(gears('v1'), gear('plain', 'v1'), { quiet: true, retry: true }),
      ...installed('Mutating', [
        hook('spec', 'spec', { ...ruled(gearRule('v1')), objectSelector: { matchLabels: { case: 'spec' } } }),
      ]),
      post(gears('v1'), gear('a', 'v1', { teeth: 3 }, { labels: { case: 'spec' } })),
      post(gears('v2'), gear('b', 'v2', { teeth: 3 }, { labels: { case: 'spec' } })),
      mergePatch(`${gears('v1')}/plain`, { metadata: { labels: { case: 'spec' } } }),
      mergePatch(`${gears('v2')}/b`, { spec: { color: 'green' } }),
      get(`${gears('v1')}/b`),
    ),
  ],
};
