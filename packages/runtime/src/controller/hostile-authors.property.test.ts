import { keyOf } from '@kb/apimachinery';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ManagerOptions } from '../manager/manager-options.ts';
import { startEmbedded } from '../test-support/embedded.ts';
import { type Hostile, hostileValue, hostileValues } from '../test-support/hostile-values.ts';
import { widgets } from '../test-support/widgets.ts';
import { controllerFor } from './builder.ts';
import type { Controller, ReconcileResult } from './controller.ts';
import { channelSource, createChannel } from './source/channel.ts';
import { iterableSource } from './source/iterable-source.ts';
import { timerSource } from './source/timer-source.ts';

type Throw = () => never;

/**
 * A place where an author's code is called: a controller that throws there for the Widget `bad` and counts its other
 * runs, and options of its manager.
 */
interface Place {
  readonly controller: (fail: Throw, ran: (name: string) => void) => Controller;
  readonly options?: (fail: Throw) => Partial<ManagerOptions>;
}

const counting = (ran: (name: string) => void) => ({
  reconcile: ({ key }: { readonly key: { readonly name: string } }): void => ran(key.name),
});

/** Throws for `bad` only. */
const forBad = (fail: Throw, name: string | undefined): boolean => (name === 'bad' ? fail() : true);

const places: Readonly<Record<string, Place>> = {
  'reconcile, at once': {
    controller: (fail, ran) =>
      controllerFor(widgets).reconcile(({ key }) => {
        ran(key.name);
        forBad(fail, key.name);
      }),
  },
  'reconcile, later': {
    controller: (fail, ran) =>
      controllerFor(widgets).reconcile(async ({ key }) => {
        ran(key.name);
        await Promise.resolve();
        forBad(fail, key.name);
      }),
  },
  'a predicate': {
    controller: (fail, ran) =>
      controllerFor(widgets, { predicates: [({ object }) => forBad(fail, object.metadata.name)] }).reconcile(
        counting(ran).reconcile,
      ),
  },
  'a handler': {
    controller: (fail, ran) =>
      controllerFor(widgets)
        .watches(widgets, { create: ({ object }) => void forBad(fail, object.metadata.name) })
        .reconcile(counting(ran).reconcile),
  },
  'a mapping function': {
    controller: (fail, ran) =>
      controllerFor(widgets)
        .watches(widgets, (object) => (forBad(fail, object.metadata.name) ? [keyOf(object)] : []))
        .reconcile(counting(ran).reconcile),
  },
  'an index': {
    controller: (fail, ran) =>
      controllerFor(widgets)
        .indexes(widgets, 'by-name', (object) => (forBad(fail, object.metadata.name) ? [object.metadata.name] : []))
        .reconcile(counting(ran).reconcile),
  },
  'a transform': {
    controller: (_fail, ran) => controllerFor(widgets).reconcile(counting(ran).reconcile),
    options: (fail) => ({
      cache: {
        transform: (object) => {
          forBad(fail, object.metadata.name);
          return object;
        },
      },
    }),
  },
  'a rate limiter': {
    controller: (fail, ran) =>
      controllerFor(widgets)
        .withOptions({ rateLimiter: () => ({ when: fail, forget: fail, numRequeues: fail }) })
        .reconcile(({ key }) => {
          ran(key.name);
          if (key.name === 'bad') throw new Error('again');
        }),
  },
  'a log constructor': {
    controller: (fail, ran) =>
      controllerFor(widgets)
        .withOptions({ logConstructor: (log, key) => (key?.name === 'bad' ? fail() : log) })
        .reconcile(({ key }) => {
          ran(key.name);
          if (key.name === 'bad') throw new Error('again');
        }),
  },
  'a source of events': {
    controller: (fail, ran) => {
      const channel = createChannel<string>();
      void channel.send('one');
      return controllerFor(widgets)
        .watchesRawSource(channelSource(channel, fail))
        .watchesRawSource(timerSource({ every: 1, immediately: true }, fail))
        .watchesRawSource(iterableSource(fail, () => []))
        .reconcile(counting(ran).reconcile);
    },
  },
};

/**
 * Runs a manager whose author's code throws there, for two objects of three. Returns how often each was reconciled, and
 * which errors were logged.
 */
async function run(place: Place, value: unknown): Promise<{ ran: Map<string, number>; errors: string[] }> {
  const env = await startEmbedded();
  const ran = new Map<string, number>();
  const fail = (): never => {
    throw value;
  };
  try {
    await env.widget('before');
    await env.start(
      [place.controller(fail, (name) => ran.set(name, (ran.get(name) ?? 0) + 1))],
      place.options?.(fail) ?? {},
    );
    await env.widget('bad');
    await env.widget('good');
    await env.clock.advance(100);
    return { ran, errors: env.lines.filter(({ level }) => level === 'error').map(({ message }) => message) };
  } finally {
    await env.stop();
  }
}

test.each(Object.entries(places))(
  'an error that %s throws is logged, and stops nothing',
  async (_name, place) => {
    await fc.assert(
      fc.asyncProperty(hostileValue, async ({ make }) => {
        const value = make();
        const { ran, errors } = await run(place, value);
        expect(ran.get('before')).toBeGreaterThan(0);
        expect(ran.get('good')).toBeGreaterThan(0);
        expect(errors.length).toBeGreaterThan(0);
      }),
      { numRuns: 15 },
    );
  },
  120_000,
);

test.each(hostileValues().map((hostile): [string, Hostile] => [hostile.name, hostile]))(
  'the result of a reconciler may be %s',
  async (_name, { make }) => {
    const value = make();
    const env = await startEmbedded();
    const ran: string[] = [];
    // Programs without types may return anything.
    const answer = (): ReconcileResult => value as ReconcileResult;
    await env.start([
      controllerFor(widgets).reconcile(({ key }) => {
        ran.push(key.name);
        return key.name === 'bad' ? answer() : undefined;
      }),
    ]);
    await env.widget('bad');
    await env.widget('good');
    expect(ran).toContain('good');
    await env.stop();
  },
);
