import { createVirtualClock } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { seconds } from '../../durations.ts';
import { createInspector } from '../../inspection/inspector.ts';
import { recordingLogger } from '../../test-support/recording-logger.ts';
import type { EventHandler } from '../watch/event-handler.ts';
import { createRunningSources, type RunningSources } from '../runner/running-sources.ts';
import { channelSource, createChannel } from './channel.ts';
import { iterableSource } from './iterable-source.ts';
import { genericEvent } from './outside-events.ts';
import type { Source, SourceContext } from './source.ts';
import { timerSource } from './timer-source.ts';

function makeSources() {
  const clock = createVirtualClock();
  const start = clock.now();
  const { log, lines } = recordingLogger();
  const seen: string[] = [];
  const sources: RunningSources = createRunningSources({
    controller: 'test',
    enqueue: (item, cause, { priority = 0 }) => {
      seen.push(`${clock.now() - start} ${item}${priority ? ` at ${priority}` : ''} by ${String(cause)}`);
    },
    clusterOf: () => ({ name: '', client: {}, cache: { cached: () => ({}) } }) as never,
    clock,
    random: () => 0.5,
    log,
    inspector: createInspector(clock),
  });
  return { clock, lines, seen, sources };
}

describe('timers', () => {
  test('wake their keys at every tick, until they are stopped', async () => {
    const { clock, seen, sources } = makeSources();
    const watching = sources.start(timerSource({ every: seconds(10) }, () => [{ name: 'a' }, { name: 'b' }]));
    await clock.advance(seconds(25));
    watching.stop();
    await clock.advance(seconds(100));
    const text = (at: number) => [`${at} a by timer source`, `${at} b by timer source`];
    expect(seen).toEqual([...text(10_000), ...text(20_000)]);
    expect(clock.pending()).toBe(0);
  });

  test('tick at the start too, and spread, when configured', async () => {
    const { clock, seen, sources } = makeSources();
    sources.start(timerSource({ every: 100, jitter: 0.2, immediately: true, name: 'hourly' }, () => [{ name: 'a' }]));
    await clock.advance(225);
    expect(seen).toEqual(['0 a by hourly', '110 a by hourly', '220 a by hourly']);
    sources.stop();
    expect(clock.pending()).toBe(0);
  });

  test('a tick is lost when the function throws', async () => {
    const { clock, lines, seen, sources } = makeSources();
    let turns = 0;
    const keys = () => {
      turns += 1;
      if (turns === 1) throw new Error('broken');
      return [{ name: 'a' }];
    };
    sources.start(timerSource({ every: 10 }, keys));
    await clock.advance(20);
    sources.stop();
    expect(seen).toEqual(['20 a by timer source']);
    expect(lines.map(({ message }) => message)).toContain('Event handler failed');
  });

  test.each([0, -1, Number.NaN])('an interval of %d ms is refused', (every) => {
    expect(() => timerSource({ every }, () => [])).toThrow(
      new TypeError(`timerSource: every must be a number of milliseconds above 0, such as seconds(30), got ${every}`),
    );
  });
});

describe('async iterables', () => {
  test('wake the keys of their values, in order, and end with their values', async () => {
    const { clock, seen, sources } = makeSources();
    async function* values() {
      yield 'a';
      await clock.sleep(10);
      yield 'b';
    }
    sources.start(iterableSource(values(), (name) => [{ name }], { name: 'letters' }));
    await clock.advance(100);
    expect(seen).toEqual(['0 a by letters', '10 b by letters']);
    expect(clock.pending()).toBe(0);
  });

  test('a function that fails is called again with back-off', async () => {
    const { clock, lines, seen, sources } = makeSources();
    let calls = 0;
    async function* values() {
      calls += 1;
      yield `${calls}`;
      throw new Error('broken');
    }
    const watching = sources.start(iterableSource(values, (name) => [{ name }]));
    await clock.advance(seconds(4));
    watching.stop();
    await clock.advance(seconds(100));
    expect(seen.map((line) => line.split(' ', 2))).toEqual([
      ['0', '1'],
      ['1200', '2'],
      ['3600', '3'],
    ]);
    expect(lines.filter(({ message }) => message === 'Source failed')).toHaveLength(3);
    expect(clock.pending()).toBe(0);
  });

  test('an iterable that cannot be iterated twice ends with its error', async () => {
    const { clock, lines, sources } = makeSources();
    async function* values() {
      yield 'a';
      throw new Error('broken');
    }
    sources.start(iterableSource(values(), () => []));
    await clock.advance(seconds(100));
    expect(lines.filter(({ message }) => message === 'Source failed')).toHaveLength(1);
  });

  test('stopping the source ends the iteration and aborts its signal', async () => {
    const { clock, sources } = makeSources();
    const ended: string[] = [];
    async function* values(signal: AbortSignal) {
      try {
        for (;;) {
          yield 'a';
          await clock.sleep(1000, signal);
        }
      } finally {
        ended.push('ended');
      }
    }
    const watching = sources.start(iterableSource(values, () => []));
    await clock.advance(1500);
    watching.stop();
    await clock.advance(0);
    expect(ended).toEqual(['ended']);
    expect(clock.pending()).toBe(0);
  });
});

describe('channels', () => {
  test('an event is lost when a predicate throws', async () => {
    const { clock, lines, seen, sources } = makeSources();
    const channel = createChannel<string>();
    const predicates = [
      ({ object }: { object: string }) => {
        if (object === 'bad') throw new Error('broken');
        return true;
      },
    ];
    sources.start(channelSource(channel, (name) => [{ name }], { predicates }));
    for (const event of ['a', 'bad', 'b']) await channel.send(event);
    await clock.settle();
    expect(seen).toEqual(['0 a by channel source', '0 b by channel source']);
    expect(lines.filter(({ message }) => message === 'Event handler failed')).toHaveLength(1);
  });

  test('an event that is sent after the only reader stopped waits for the next reader', async () => {
    const { seen, sources } = makeSources();
    const channel = createChannel<string>();
    const source = channelSource(channel, {
      generic: ({ object }, queue) => queue.add({ name: object }, { priority: 3 }),
    });
    sources.start(source).stop();
    await channel.send('a');
    expect([seen, channel.length]).toEqual([[], 1]);
    sources.start(source);
    expect(seen).toEqual(['0 a at 3 by channel source']);
  });
});

describe('sources of a controller', () => {
  test('one that does not settle is a timeout that names it', async () => {
    const { clock, sources } = makeSources();
    const never: Source = { name: 'slow source', start: () => new Promise(() => undefined) };
    sources.start({ name: 'quick source', start: () => undefined });
    sources.start(never);
    const waiting = sources.waitForSync(new AbortController().signal, seconds(5));
    waiting.catch(() => undefined);
    await clock.advance(seconds(5));
    await expect(waiting).rejects.toThrow('controller test: slow source did not sync within 5 s: it has not started');
  });

  test('the reason of one that does not sync is quoted', async () => {
    const { clock, sources } = makeSources();
    sources.start({ name: 'x', start: () => ({ synced: new Promise(() => undefined), why: () => 'forbidden' }) });
    const waiting = sources.waitForSync(new AbortController().signal, seconds(5));
    waiting.catch(() => undefined);
    await clock.advance(seconds(5));
    await expect(waiting).rejects.toThrow('within 5 s: forbidden');
  });

  test('one that cannot be started ends the wait', async () => {
    const { sources } = makeSources();
    const broken: Source = {
      name: 'broken source',
      start: () => {
        throw new Error('cannot start');
      },
    };
    sources.start(broken);
    await expect(sources.waitForSync(new AbortController().signal, seconds(5))).rejects.toThrow('cannot start');
  });

  test('events of a stopped one are ignored', async () => {
    const { seen, sources } = makeSources();
    const contexts: SourceContext[] = [];
    const watching = sources.start({ name: 'x', start: (context) => void contexts.push(context) });
    const [context] = contexts;
    const tell = (name: string): void => {
      context?.queue.add({ name });
      const handler: EventHandler = { generic: (_, queue) => queue.add({ name: `${name}-delivered` }) };
      context?.deliver(genericEvent(undefined), { handler, predicates: [] });
    };
    tell('before');
    watching.stop();
    tell('after');
    expect(seen).toEqual(['0 before by x', '0 before-delivered by x']);
  });

  test('none starts after the stop', async () => {
    const { lines, sources } = makeSources();
    sources.stop();
    let started = false;
    const late: Source = {
      name: 'late',
      start: () => {
        started = true;
      },
    };
    await expect(sources.start(late).synced).rejects.toThrow('controller test has stopped');
    expect([started, lines]).toEqual([false, []]);
  });
});
