import { expect, test } from 'vitest';
import { listenToSignals } from './process-signals.ts';

function source(): { readonly happened: string[]; send(signal: string): void } & Parameters<typeof listenToSignals>[0] {
  const listeners: ((signal: 'SIGINT' | 'SIGTERM') => void)[] = [];
  const happened: string[] = [];
  return {
    happened,
    on: (_signal, listener) => listeners.push(listener),
    off: (_signal, listener) => listeners.splice(listeners.indexOf(listener), 1),
    exit: (code) => void happened.push(`exit ${code}`),
    send: (signal) => {
      const kept = listeners.slice(0, 1);
      if (kept.length === 0) happened.push('nobody listens');
      for (const listener of kept) listener(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
    },
  };
}

test.each([
  ['SIGINT', 'SIGINT'],
  ['SIGTERM', 'SIGTERM'],
  ['SIGTERM', 'SIGINT'],
])('%s stops, %s then ends the process with 1', (first, second) => {
  const process = source();
  const signals = listenToSignals(process, (name) => void process.happened.push(`stopping by ${name}`));
  expect(signals.signal.aborted).toBe(false);
  process.send(first);
  expect([signals.signal.aborted, process.happened]).toEqual([true, [`stopping by ${first}`]]);
  process.send(second);
  expect(process.happened.slice(1)).toEqual(['exit 1']);
  signals.close();
  process.send('SIGINT');
  expect(process.happened.slice(2)).toEqual(['nobody listens']);
});
