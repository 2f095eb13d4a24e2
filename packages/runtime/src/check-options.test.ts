import { describe, expect, test } from 'vitest';
import { createManager } from './manager/create-manager.ts';
import { controllerFor } from './controller/builder.ts';
import { createChannel } from './controller/source/channel.ts';
import { createCache } from './cache/cache.ts';
import { type Embedded, startEmbedded } from './test-support/embedded.ts';
import { widgets } from './test-support/widgets.ts';
import { createClient } from '@kb/client';
import { createVirtualClock } from '@kb/apimachinery';
import { retryOnConflict } from './controllerutil/retry-on-conflict.ts';
import { silentLogger } from './log/logger.ts';
import { createWebhookServer } from './webhook/webhook-server.ts';

const ignored = (): void => undefined;
/** Options that a program without types may pass. */
const untyped = (options: object): never => options as never;

const clock = createVirtualClock();
const random = (): number => 0;
const client = createClient({ transport: { send: () => Promise.reject(new Error('not asked')) }, clock });
const parts = { client, clock, random, controllers: [] };

const described = (options: object) => (): unknown =>
  controllerFor(widgets).withOptions(untyped(options)).reconcile(ignored);
const managed = (options: object) => (): unknown => createManager(untyped({ ...parts, ...options }));
const cached = (options: object) => (): unknown =>
  createCache({ client, clock, random, log: silentLogger }, untyped(options));
const count = 'a whole number from 1 on';
const time = 'a number of milliseconds from 0 on, such as seconds(30)';

describe('an invalid option throws where it is passed', () => {
  test.each<[what: () => unknown, message: string]>([
    [
      described({ maxConcurrentReconciles: 1.5 }),
      `controller widget: maxConcurrentReconciles must be ${count}, got 1.5`,
    ],
    [described({ maxConcurrentReconciles: 0 }), `controller widget: maxConcurrentReconciles must be ${count}, got 0`],
    [
      described({ maxConcurrentReconciles: '4' }),
      `controller widget: maxConcurrentReconciles must be ${count}, got "4"`,
    ],
    [described({ reconciliationTimeout: -1 }), `controller widget: reconciliationTimeout must be ${time}, got -1`],
    [described({ reconciliationTimeout: '5s' }), `controller widget: reconciliationTimeout must be ${time}, got "5s"`],
    [
      described({ cacheSyncTimeout: 0 }),
      'controller widget: cacheSyncTimeout must be a number of milliseconds above 0, such as seconds(30), got 0',
    ],
    [described({ recoverPanic: 'no' }), 'controller widget: recoverPanic must be true or false, got "no"'],
    [described({ loopGuard: true }), 'controller widget: loopGuard must be an object, or false, got true'],
    [described({ loopGuard: { after: 0 } }), `controller widget: loopGuard: after must be ${count}, got 0`],
    [described({ fieldManager: '' }), 'controller widget: fieldManager must be a text that is not empty, got ""'],
    [described({ rateLimiter: {} }), 'controller widget: rateLimiter must be a function, got an object'],
    [
      managed({ gracefulShutdownTimeout: NaN }),
      'createManager: gracefulShutdownTimeout must be a number of milliseconds, such as seconds(30), got NaN',
    ],
    [
      managed({ leaderElection: { id: 'a', namespace: 'b', leaseDuration: Infinity } }),
      'leader election: leaseDuration must be a finite number of milliseconds above 0, such as seconds(30), got Infinity',
    ],
    [
      managed({
        leaderElection: { id: 'a', namespace: 'b', leaseDuration: 900, renewDeadline: 500, retryPeriod: 100 },
      }),
      'leader election: leaseDuration must be from one second to 2147483647 seconds, got 900 ms',
    ],
    [
      managed({ leaderElection: { id: 'a', namespace: 'b', leaseDuration: '15s' } }),
      'leader election: leaseDuration must be a finite number of milliseconds above 0, such as seconds(30), got "15s"',
    ],
    [
      managed({
        controllers: [
          controllerFor(widgets)
            .withOptions(untyped({ rateLimiter: () => 5 }))
            .reconcile(ignored),
        ],
      }),
      'controller widget: rateLimiter must make an object with when, forget and numRequeues, got 5 whose when is undefined',
    ],
    [
      () => createWebhookServer(untyped({ clock, certPollInterval: Number.NaN })),
      'createWebhookServer: certPollInterval must be a finite number of milliseconds above 0, such as seconds(30), got NaN',
    ],
    [
      () => createWebhookServer(untyped({ clock, shutdownTimeout: '1m' })),
      `createWebhookServer: shutdownTimeout must be ${time}, got "1m"`,
    ],
    [cached({ readTimeout: Number.NaN }), `cache: readTimeout must be ${time}, got NaN`],
    [managed({ controllers: undefined }), 'createManager: controllers must be a list, got undefined'],
    [
      managed({ controllers: [controllerFor(widgets)] }),
      'createManager: controllers[0] must be a controller, such as controllerFor(…).reconcile(…) returns',
    ],
    [
      managed({ controllers: [{ ...controllerFor(widgets).reconcile(ignored), options: { enableWarmup: 1 } }] }),
      'controller widget: enableWarmup must be true or false, got 1',
    ],
    [managed({ client: undefined }), 'createManager: client must be an object, got undefined'],
    [
      () => createManager(untyped(parts)).add(untyped({ name: 'mine', group: 'other', start: ignored })),
      'runnable mine: group must be one of "http-servers", "webhooks", "caches", "others", "warmup", "leader-election", got "other"',
    ],
    [
      () => createManager(untyped(parts)).add(untyped({ name: 'mine', group: 'others' })),
      'runnable mine: start must be a function, got undefined',
    ],
    [
      () => createManager(untyped(parts)).add(untyped(ignored)),
      'a runnable must be an object with a name, a group and a function start, got a function',
    ],
    [
      () => controllerFor(untyped(undefined as never)),
      'what a controller watches must be a resource, such as deployments of @kb/kubernetes/apps/v1, got undefined',
    ],
    [
      () => controllerFor(widgets).reads(untyped({})),
      'what a controller reads must be a resource, such as deployments of @kb/kubernetes/apps/v1, got an object',
    ],
    [
      () => controllerFor(widgets).named('a\nb').reconcile(ignored),
      'the name of a controller must be a text of 1 to 117 printable characters, got "a\\nb"',
    ],
    [managed({ random: 4 }), 'createManager: random must be a function, got 4'],
    [managed({ clusters: {} }), 'createManager: clusters must be a list, got an object'],
    [
      managed({ controllerDefaults: { maxConcurrentReconciles: -2 } }),
      `createManager: controllerDefaults: maxConcurrentReconciles must be ${count}, got -2`,
    ],
    [
      managed({ controllerDefaults: { groupKindConcurrency: { Pod: 0 } } }),
      `createManager: controllerDefaults: groupKindConcurrency["Pod"] must be ${count}, got 0`,
    ],
    [
      cached({ mutation: 'frozen' }),
      'cache: mutation must be one of "freeze", "detect", "copy", "trust", got "frozen"',
    ],
    [cached({ readTimeout: NaN }), `cache: readTimeout must be ${time}, got NaN`],
    [() => createChannel({ bufferSize: NaN }), 'createChannel: bufferSize must be a number from 0 on, got NaN'],
  ])('%# %s', (make, message) => {
    expect(make).toThrow(new TypeError(message));
  });
});

test('values that disable a feature are accepted', () => {
  expect(
    described({
      reconciliationTimeout: 0,
      loopGuard: false,
      maxConcurrentReconciles: undefined,
      cacheSyncTimeout: Infinity,
    }),
  ).not.toThrow();
  expect(managed({ gracefulShutdownTimeout: -1, controllerDefaults: {} })).not.toThrow();
});

describe('an invalid result', () => {
  const expected = 'expected nothing, or an object with requeueAfter, priority, error, requeue';

  test.each<[answer: unknown, message: string | undefined]>([
    [undefined, undefined],
    [null, undefined],
    [{}, undefined],
    [{ requeueAfter: 0 }, undefined],
    [{ requeueAfter: undefined, error: undefined }, undefined],
    [{ RequeueAfter: 5 }, `the reconciler returned an object with RequeueAfter: ${expected}`],
    [true, `the reconciler returned true: ${expected}`],
    ['done', `the reconciler returned "done": ${expected}`],
    [{ requeueAfter: '5s' }, 'requeueAfter must be a number of milliseconds, got "5s"'],
    [{ requeueAfter: 5, priority: 'high' }, 'priority must be a number, got "high"'],
  ])('%j: %s', async (answer, message) => {
    const env: Embedded = await startEmbedded();
    await env.widget('a');
    await env.start([controllerFor(widgets).reconcile(() => answer as never)]);
    const errors = env.lines.filter(({ level }) => level === 'error').map(({ error }) => error);
    expect(errors.slice(0, 1)).toEqual(message === undefined ? [] : [new TypeError(message)]);
    await env.stop();
  });
});

test('retryOnConflict rejects invalid numbers without an attempt', async () => {
  let attempts = 0;
  const retry = (options: object): Promise<unknown> =>
    retryOnConflict(async () => (attempts += 1), untyped({ clock, random, ...options }));
  await expect(retry({ attempts: Infinity })).rejects.toThrow(
    `retryOnConflict: attempts must be ${count}, got Infinity`,
  );
  await expect(retry({ delay: '1s' })).rejects.toThrow(`retryOnConflict: delay must be ${time}, got "1s"`);
  await expect(retry({ factor: Number.NaN })).rejects.toThrow(
    'retryOnConflict: factor must be a finite number from 0 on',
  );
  expect(attempts).toBe(0);
});
