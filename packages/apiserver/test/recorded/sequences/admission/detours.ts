import type { Area, RequestStep } from '../../sequence.ts';
import { configMap, configMaps, post, sequence } from '../../steps.ts';
import { hook, type HookKind, installed } from './hooks.ts';

const redirects = [
  'redirect-301',
  'redirect-302',
  'redirect-303',
  'redirect-307',
  'redirect-308',
  'redirect-300',
  'redirect-nowhere',
  'redirect-in-circles',
  'redirect-to-nobody',
];
const pauses = ['retry-429', 'retry-500', 'retry-503', 'retry-409', 'retry-at-a-date', 'retry-always'];

/** One webhook for each behaviour, called for the ConfigMap with its name as a label. */
const each = (kind: HookKind, behaviours: readonly string[], more: object = {}): RequestStep[] => [
  ...installed(
    kind,
    behaviours.map((name) => hook(name, name, { objectSelector: { matchLabels: { case: name } }, ...more })),
  ),
  ...behaviours.map((name) => post(configMaps, configMap(name, { a: '1' }, { labels: { case: name } }))),
];

/** Webhooks that send the caller elsewhere, or ask for patience. */
export const detours: Area = {
  name: 'redirects and retries of admission webhooks',
  sequences: [
    sequence('webhooks that redirect', ...each('Validating', redirects)),
    sequence('webhooks that ask to be called again', ...each('Mutating', pauses)),
    sequence(
      'a webhook that asks for more time than it has',
      ...each('Validating', ['retry-late'], { timeoutSeconds: 1 }),
    ),
  ],
};
