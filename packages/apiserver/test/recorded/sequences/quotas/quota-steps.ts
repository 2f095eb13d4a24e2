import type { RequestStep } from '../../sequence.ts';
import { mergePatch, post } from '../../steps.ts';

/** The paths of quotas and other resources in the sequence's namespace. */
export const quotas = '/api/v1/namespaces/${NS}/resourcequotas';
export const claims = '/api/v1/namespaces/${NS}/persistentvolumeclaims';

type Amounts = Readonly<Record<string, string>>;

/** A quota, as a body. */
export const quota = (name: string, hard: Amounts, spec: object = {}): object => ({
  metadata: { name },
  spec: { hard, ...spec },
});

/**
 * Creates a quota and sets its status, as kube-controller-manager does; `used`: amounts other than zero. {@link
 * inEffect} must follow.
 */
export const limited = (name: string, hard: Amounts, spec: object = {}, used: Amounts = {}): RequestStep[] => {
  const nothing = Object.fromEntries(Object.keys(hard).map((resource) => [resource, '0']));
  return [
    post(quotas, quota(name, hard, spec), { quiet: true }),
    mergePatch(`${quotas}/${name}/status`, { status: { hard, used: { ...nothing, ...used } } }, { quiet: true }),
  ];
};

/** Kinds of which nothing else creates objects, to see whether a quota has an effect. */
const gates = [
  { plural: 'limitranges', object: { metadata: { name: 'gate' }, spec: { limits: [] } } },
  {
    plural: 'podtemplates',
    object: {
      metadata: { name: 'gate' },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
  },
  { plural: 'endpoints', object: { metadata: { name: 'gate' } } },
] as const;

/**
 * Waits until the real server's cache has all quotas from before, because it has a later one. `which`: another number
 * for each use in a sequence.
 */
export const inEffect = (which: 0 | 1 | 2 = 0): RequestStep[] => {
  const { plural, object } = gates[which];
  return [
    ...limited(`gate-${which}`, { [`count/${plural}`]: '0' }),
    post(`/api/v1/namespaces/\${NS}/${plural}?dryRun=All`, object, { until: 403, quiet: true }),
  ];
};
