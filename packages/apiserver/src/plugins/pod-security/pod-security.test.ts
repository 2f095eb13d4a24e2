import { createVirtualClock, settleEventLoop } from '@kb/apimachinery';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WriteAttributes } from '../../admission/admission-plugin.ts';
import { alwaysAllow } from '../../authorization/always-allow.ts';
import { builtInResources } from '../../kinds/built-in-resources.ts';
import { createLoopTurns } from '../../loop-turns.ts';
import type { ApiObject, FrozenObject } from '../../objects/api-object.ts';
import { Store } from '../../storage/store.ts';
import { podSecurity } from './pod-security.ts';
import { warnAboutPods } from './pods-in-namespace.ts';
import { readPolicy } from './policy.ts';

const resources = builtInResources();

/** A plugin with one namespace, and a function that gives it a write there. */
function lab(labels: Record<string, string>): {
  readonly store: Store;
  readonly judge: (plural: string, parts: Partial<WriteAttributes>) => Promise<Judged>;
} {
  const clock = createVirtualClock();
  const store = new Store({ historySize: 10, now: () => clock.now() });
  store.create('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n', labels } });
  const plugin = podSecurity({ store, clock, turns: createLoopTurns(clock) });
  return {
    store,
    judge: async (plural, parts) => {
      const resource = resources.find((one) => one.plural === plural);
      if (!resource) throw new Error(`${plural} are not served`);
      const judged: Judged = { annotations: {}, warnings: [], error: undefined };
      const caller: WriteAttributes['caller'] = {
        authorizer: alwaysAllow,
        user: { name: 'ann', groups: [] },
        options: {},
        dryRun: false,
        warn: (text) => void judged.warnings.push(text),
        annotate: (key, value) => void (judged.annotations[key] ??= value),
        deadline: Infinity,
        signal: undefined,
      };
      try {
        await plugin.validate?.({
          caller,
          operation: 'CREATE',
          resource,
          subresource: undefined,
          kind: resource,
          codec: resource.codec,
          namespace: 'n',
          name: 'a',
          object: podOf('a'),
          old: undefined,
          ...parts,
        });
      } catch (error) {
        judged.error = error instanceof Error ? error.message : String(error);
      }
      return judged;
    },
  };
}

interface Judged {
  readonly annotations: Record<string, string>;
  readonly warnings: string[];
  error: string | undefined;
}

function podOf(name: string, securityContext: object = {}): ApiObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'n' },
    spec: { containers: [{ name: 'c', image: 'i', securityContext: { ...securityContext } }] },
  };
}

const of = (modes: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(modes).map(([mode, value]) => [`pod-security.kubernetes.io/${mode}`, value]));

const PRIVILEGED = 'privileged (container "c" must not set securityContext.privileged=true)';

test.each([
  ['nothing', {}, { 'enforce-policy': 'privileged:latest' }],
  [
    'what is enforced and what is violated',
    { enforce: 'privileged', audit: 'baseline', 'audit-version': 'v1.20' },
    {
      'enforce-policy': 'privileged:latest',
      'audit-violations': `would violate PodSecurity "baseline:v1.20": ${PRIVILEGED}`,
    },
  ],
  [
    'wrong labels',
    { enforce: 'privileged', audit: 'baselin', warn: 'x' },
    {
      'enforce-policy': 'privileged:latest',
      error:
        'Failed to parse policy: [metadata.labels[pod-security.kubernetes.io/audit]: Invalid value: "baselin": must be one of privileged, baseline, restricted, metadata.labels[pod-security.kubernetes.io/warn]: Invalid value: "x": must be one of privileged, baseline, restricted]',
    },
  ],
])('an audit event says %s', async (_, modes, annotations) => {
  const { judge } = lab(of(modes));
  const judged = await judge('pods', { object: podOf('a', { privileged: true }) });
  expect(judged).toEqual({ annotations: of(annotations), warnings: [], error: undefined });
});

test('an audit event says why a pod is refused', async () => {
  const { judge } = lab(of({ enforce: 'baseline', audit: 'baseline' }));
  const judged = await judge('pods', { object: podOf('a', { privileged: true }) });
  expect(judged.error).toBe(`pods "a" is forbidden: violates PodSecurity "baseline:latest": ${PRIVILEGED}`);
  expect(judged.annotations).toEqual(
    of({
      'enforce-policy': 'baseline:latest',
      'audit-violations': `would violate PodSecurity "baseline:latest": ${PRIVILEGED}`,
    }),
  );
});

test('a wrong level counts as the strictest to enforce, and as none to warn of', async () => {
  expect(readPolicy(of({ enforce: 'x', warn: 'y', audit: 'z' })).policy).toEqual({
    enforce: { level: 'restricted', version: 'latest' },
    audit: { level: 'privileged', version: 'latest' },
    warn: { level: 'privileged', version: 'latest' },
  });
});

test('labels of any text are read, or reported', () => {
  const text = fc.oneof(
    fc.constantFrom('privileged', 'baseline', 'restricted', 'latest', 'v1.0', 'v1.36'),
    fc.string(),
  );
  const modes = ['enforce', 'audit', 'warn'].flatMap((mode) => [mode, `${mode}-version`]);
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...modes), text), (given) => {
      const { policy, errors } = readPolicy(of(given));
      const wrong = Object.entries(given).filter(([mode, value]) =>
        mode.endsWith('version')
          ? !/^(?:latest|v1\.(?:0|[1-9]\d{0,17}))$/.test(value)
          : !['privileged', 'baseline', 'restricted'].includes(value),
      );
      expect(errors.map(({ field }) => field).sort()).toEqual(
        wrong.map(([mode]) => `metadata.labels[pod-security.kubernetes.io/${mode}]`).sort(),
      );
      const versions = Object.values(policy).map((mode: { version: string }) => mode.version);
      expect(versions.every((version) => /^(?:latest|v1\.\d+)$/.test(version))).toBe(true);
    }),
  );
});

/** Pods that all violate the baseline. */
const many = (count: number): FrozenObject[] =>
  Array.from({ length: count }, (_, index) => podOf(`p-${index}`, { privileged: true }));

const baseline = { level: 'baseline', version: 'latest' } as const;

/** Runs all steps of a generator. */
function resultOf<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

test.each([
  ['there are too many', 3001, 3000],
  ['the time is over', 12, 5],
])('only some pods are compared with a new level if %s', (_, count, checked) => {
  let left = checked;
  const warnings = resultOf(warnAboutPods('n', many(count), baseline, () => count < 100 && (left -= 1) === 0));
  expect(warnings).toEqual([
    `new PodSecurity enforce level only checked against the first ${checked} of ${count} existing pods`,
    'existing pods in namespace "n" violate the new PodSecurity enforce level "baseline:latest"',
    `p-0 (and ${checked - 1} other pods): privileged`,
  ]);
});

test('ten thousand pods of a namespace that gets a stricter level do not block others', async () => {
  const { store, judge } = lab({});
  for (const pod of many(10_000)) store.create('pods', pod as ApiObject);
  const namespace = (labels: Record<string, string>): ApiObject => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'n', labels },
  });
  const state = { isDone: false };
  let turns = 0;
  const judging = judge('namespaces', {
    operation: 'UPDATE',
    name: 'n',
    object: namespace(of({ enforce: 'baseline' })),
    old: namespace({}),
  }).finally(() => (state.isDone = true));
  while (!state.isDone) {
    await settleEventLoop(1);
    turns += 1;
  }
  expect((await judging).warnings[0]).toContain('the first 3000 of 10000');
  // A slice has a thousand steps on virtual time.
  expect(turns).toBeGreaterThan(2);
});
