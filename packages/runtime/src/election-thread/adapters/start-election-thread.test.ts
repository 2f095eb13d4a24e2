import { expect, test } from 'vitest';
import { recordingLogger } from '../../test-support/recording-logger.ts';
import { type ElectionThread, startElectionThread } from './start-election-thread.ts';

interface Started {
  readonly isThread: boolean;
  readonly warnings: readonly unknown[];
}

/** Starts a thread for this proxy, on a Node whose HTTP client supports proxies, or does not. */
async function start(proxyUrl: () => Promise<string | undefined>, canProxy: boolean): Promise<Started> {
  const { log, lines } = recordingLogger();
  const options = { log, maxStall: 0, logFormat: 'json', proxyUrl, canProxy } as const;
  const thread: ElectionThread | undefined = await startElectionThread(options);
  await thread?.close();
  const warnings = lines.filter(({ message }) => message.startsWith('Warning: leader election and probes run on'));
  return { isThread: thread !== undefined, warnings: warnings.map(({ values }) => values?.['reason']) };
}

const proxy = 'http://me:secret@proxy.test:3128';

test('with a proxy, a Node without proxy support keeps the election on the event loop, with one warning', async () => {
  const reason = `Node ${process.version} sends no requests of a thread through the proxy of the API server: that takes Node 24.5, or 22.21`;
  expect(await start(() => Promise.resolve(proxy), false)).toEqual({ isThread: false, warnings: [reason] });
});

test.each([
  ['without a proxy', () => Promise.resolve(undefined), false],
  ['with one that Node can use', () => Promise.resolve(proxy), true],
  [
    'when nobody can say whether there is one: that ends the manager',
    () => Promise.reject(new Error('no file')),
    false,
  ],
])('it has a thread %s', async (_what, proxyUrl, canProxy) => {
  expect(await start(proxyUrl, canProxy)).toEqual({ isThread: true, warnings: [] });
});
