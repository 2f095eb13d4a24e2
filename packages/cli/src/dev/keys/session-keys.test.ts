import { expect, test } from 'vitest';
import type { DevEvent } from '../events/dev-event.ts';
import type { DevSession } from '../session/dev-session.ts';
import { sessionKeys } from './session-keys.ts';

function pressed(
  parts: Partial<Pick<DevSession, 'page' | 'generate' | 'restart' | 'logLevel'>> & { paused?: boolean } = {},
) {
  const log: unknown[] = [];
  const events: DevEvent[] = [];
  const { paused = false, ...session } = parts;
  const operator = {
    paused: () => paused,
    pause: async () => void log.push('pause'),
  };
  const acting = {
    operator,
    restart: async (...args: unknown[]) => void log.push(['restart', ...args]),
    generate: async () => [],
    setLogLevel: async (level: string) => void log.push(['level', level]),
    ...session,
    // The keys use no more of a session than this.
  } as unknown as DevSession;
  const press = sessionKeys({
    session: acting,
    tell: (event) => void events.push(event),
    showRoutine: (all) => void log.push(['routine', all]),
    open: (url) => void log.push(['open', url]),
    quit: () => void log.push('quit'),
  });
  return { press, log, events };
}

test.each([
  ['r', {}, [['restart', 'asked', true]]],
  ['p', {}, ['pause']],
  ['p', { paused: true }, [['restart', 'resumed']]],
  [
    'l',
    {},
    [
      ['routine', true],
      ['level', 'debug'],
    ],
  ],
  [
    'l',
    { logLevel: 'debug' as const },
    [
      ['routine', false],
      ['level', 'error'],
    ],
  ],
  ['g', {}, []],
  ['g', { generate: async () => ['config/crd/a.yaml'] }, [['restart', 'asked']]],
  ['g', { generate: async () => undefined }, []],
  ['o', { page: { url: 'http://127.0.0.1:1/' } }, [['open', 'http://127.0.0.1:1/']]],
  ['q', {}, ['quit']],
  ['x', {}, []],
])('%s with %o', async (key, parts, want) => {
  const { press, log } = pressed(parts);
  await press(key);
  expect(log).toEqual(want);
});

test('help, a page that is not there and errors are reported', async () => {
  const { press, events } = pressed({ restart: () => Promise.reject(new Error('no disk')) });
  await press('?');
  await press('o');
  await press('r');
  expect(events.map((event) => (event.event === 'notice' ? event.text : event.event))).toEqual([
    expect.stringContaining('q quit'),
    'this session has none',
    'no disk',
  ]);
});

test('a key while another one acts is ignored, but q is not', async () => {
  const acting = Promise.withResolvers<void>();
  const { press, log } = pressed({ restart: () => acting.promise });
  const first = press('r');
  await press('p');
  await press('q');
  acting.resolve();
  await first;
  await press('p');
  expect(log).toEqual(['quit', 'pause']);
});
