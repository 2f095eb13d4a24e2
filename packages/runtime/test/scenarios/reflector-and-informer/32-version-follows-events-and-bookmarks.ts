import assert from 'node:assert/strict';
import {
  bookmarkOf,
  listAnswer,
  type RunningInformer,
  servedWidget,
  streamAnswer,
  withInformer,
} from '../faulty-server.ts';
import type { Scenario, ScenarioEnvironment } from '../scenario.ts';

type Line = readonly [type: string, object: object];

/** Sends lines, ends the watch, and returns the request of the next one. */
async function after(
  environment: ScenarioEnvironment,
  { server }: RunningInformer,
  lines: readonly Line[],
): Promise<string | undefined> {
  const opened = server.streams.length;
  for (const [type, object] of lines) server.stream().send(type, object);
  await environment.settle();
  server.stream().end();
  await environment.eventually(() => assert.equal(server.streams.length, opened + 1));
  return server.requests.at(-1);
}

export const scenario: Scenario = {
  name: 'The version follows every event and bookmark, but not the first ADDED of a watch without a version',
  embeddedOnly: 'a fault that no real server has',
  run: async (environment) => {
    await withInformer(
      environment,
      { streamingLists: false },
      async (running) => {
        const next = (...lines: Line[]): Promise<string | undefined> => after(environment, running, lines);
        assert.deepEqual(running.server.requests, ['list rv=0 limit=500', 'watch']);
        const a = servedWidget('a', '7');
        const b = servedWidget('b', '5');
        assert.equal(await next(['ADDED', a], ['ADDED', b]), 'watch');
        assert.deepEqual(running.calls, ['add a', 'add b']);
        // Existing objects come again with every such watch, without a notification.
        assert.equal(await next(['ADDED', a], ['ADDED', b], ['BOOKMARK', bookmarkOf('9')]), 'watch rv=9');
        assert.deepEqual(running.calls, ['add a', 'add b']);
        assert.equal(await next(['MODIFIED', servedWidget('b', '11')]), 'watch rv=11');
        assert.equal(await next(['ADDED', servedWidget('c', '12')]), 'watch rv=12');
        assert.equal(await next(['DELETED', servedWidget('c', '13')]), 'watch rv=13');
        assert.equal(await next(['BOOKMARK', bookmarkOf('20')]), 'watch rv=20');
        // Events of another type, and Tables, are left out and do not move the version.
        const { metadata } = servedWidget('x', '30');
        assert.equal(
          await next(
            ['ADDED', { apiVersion: 'test.example.com/v1', kind: 'Gadget', metadata }],
            ['ADDED', { apiVersion: 'meta.k8s.io/v1', kind: 'Table', metadata, rows: [] }],
          ),
          'watch rv=20',
        );
        assert.deepEqual(running.names(), ['a', 'b']);
        assert.equal(running.lines.filter(({ message }) => message === 'Watch event skipped').length, 2);
        assert.equal(running.informer.resourceVersion(), '20');
      },
      ({ server }) => {
        server.answer = ({ kind }) => (kind === 'list' ? listAnswer('', []) : streamAnswer());
      },
    );
  },
};
