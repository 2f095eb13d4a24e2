import assert from 'node:assert/strict';
import type { HttpResponse, Random, Transport } from '@kb/apimachinery';
import { configMaps } from '@kb/kubernetes/core/v1';
import { hours, minutes } from '../../../src/durations.ts';
import { connectionError } from '../faulty-server.ts';
import { makeConfigMap } from '../../../src/test-support/scenario-cache.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario, ScenarioEnvironment } from '../scenario.ts';

const count = 40;

export const scenario: Scenario = {
  name: 'a day of random faults: at its end the caches equal the server by key and version, and no stream or timer is left over',
  embeddedOnly: 'virtual time: a day',
  run: async (environment) => {
    const { client, namespace, virtualClock: clock, random } = environment;
    assert.ok(clock);
    const value = (): string => String(Math.floor(random() * 1e6));
    for (let n = 0; n < count; n += 1) {
      await client.create(widgets, { metadata: { name: `w${n}`, namespace }, spec: { data: { value: value() } } });
      await makeConfigMap(client, namespace, `m${n}`, { data: { value: value() } });
    }
    const faults = randomFaults(environment, random);
    environment.intercept = faults.send;
    const manager = environment.manager({ cache: { syncPeriod: 0 } });
    const made = manager.informer(widgets);
    const maps = manager.informer(configMaps);
    // The content as a handler sees it, which must equal the store.
    const heard = new Map<string, string>();
    const note = ({
      metadata,
    }: {
      readonly metadata: { readonly name: string; readonly resourceVersion: string };
    }): void => {
      heard.set(metadata.name, metadata.resourceVersion);
    };
    made.addEventHandler({
      onAdd: note,
      onUpdate: (_, object) => note(object),
      onDelete: ({ metadata }) => void heard.delete(metadata.name),
    });
    manager.start().catch(() => undefined);
    await environment.eventually(() => assert.deepEqual([made.hasSynced(), maps.hasSynced()], [true, true]), hours(1));

    let timers = 0;
    let recreated = 0;
    for (let hour = 0; hour < 24; hour += 1) {
      for (let n = 0; n < 10; n += 1) {
        const at = Math.floor(random() * count);
        if (random() < 0.2) {
          await client.delete(widgets, `${namespace}/w${at}`);
          if (random() < 0.5) await clock.advance(minutes(1));
          await client.create(widgets, { metadata: { name: `w${at}`, namespace }, spec: { data: { value: value() } } });
          recreated += 1;
        } else {
          const patch = { type: 'merge' as const, value: { data: { value: value() } } };
          await client.patch(configMaps, `${namespace}/m${at}`, patch);
          await client.patch(widgets, `${namespace}/w${at}`, { type: 'merge', value: { spec: patch.value } });
        }
        await clock.advance(minutes(3 + 6 * random()));
      }
      if (hour === 2) timers = clock.pending();
    }
    assert.ok(recreated > 20 && faults.happened() > 50, `${recreated} recreated, ${faults.happened()} faults`);

    environment.intercept = undefined;
    faults.cutAll();
    // The longest wait is a minute, and a watch lasts ten.
    await clock.advance(minutes(15));
    const versions = (
      objects: readonly { readonly metadata: { readonly name: string; readonly resourceVersion: string } }[],
    ) => objects.map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`).sort();
    const live = versions((await client.list(widgets, { namespace })).items);
    assert.deepEqual(versions(made.lister.list({ namespace })), live);
    assert.deepEqual([...heard].map(([name, version]) => `${name}@${version}`).sort(), live);
    assert.deepEqual(
      versions(maps.lister.list({ namespace })),
      versions((await client.list(configMaps, { namespace })).items),
    );
    assert.equal(faults.open(), 0, 'streams that were opened through faults have ended');
    assert.ok(clock.pending() <= timers + 4, `timers: ${timers}, then ${clock.pending()}`);
  },
};

/** Makes one of four requests fail, and half of the watches. */
function randomFaults(environment: ScenarioEnvironment, random: Random) {
  const open = new Set<AbortController>();
  let happened = 0;
  const lost = (): Error => connectionError('ECONNRESET');
  const failing = [
    (): never => {
      throw lost();
    },
    (): HttpResponse => ({
      status: 500,
      headers: { 'content-type': 'text/plain' },
      body: new TextEncoder().encode('no'),
    }),
    (): HttpResponse => ({
      status: 410,
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(
        '{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410}',
      ),
    }),
    (): HttpResponse => ({
      status: 429,
      headers: { 'content-type': 'application/json', 'retry-after': '1' },
      body: new TextEncoder().encode(
        '{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"TooManyRequests","code":429}',
      ),
    }),
  ];

  const send = async (
    request: Parameters<Transport['send']>[0],
    signal: AbortSignal | undefined,
  ): Promise<HttpResponse | undefined> => {
    if (random() < 0.25) {
      happened += 1;
      return failing[Math.floor(random() * failing.length)]?.();
    }
    if (!request.path.includes('watch=') || random() < 0.5) return undefined;
    happened += 1;
    const own = new AbortController();
    const bound = signal ? AbortSignal.any([signal, own.signal]) : own.signal;
    const answer = await environment.transport.send(request, bound);
    if (answer.body instanceof Uint8Array) return answer;
    open.add(own);
    environment.clock.after(minutes(4 * random()), () => own.abort(lost()));
    return { ...answer, body: passing(answer.body, () => open.delete(own)) };
  };

  return {
    send,
    happened: () => happened,
    open: () => open.size,
    cutAll: () => {
      for (const own of open) own.abort(lost());
    },
  };
}

async function* passing(body: AsyncIterable<Uint8Array>, onEnd: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    onEnd();
  }
}
