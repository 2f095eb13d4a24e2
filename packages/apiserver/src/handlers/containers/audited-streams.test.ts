import { expect, test } from 'vitest';
import type { AuditEvent } from '../../audit/audit-event.ts';
import {
  clientFrame,
  openedWebSocket,
  PODS,
  startWithPod,
  webSocketRequest,
} from '../../test-support/connected-pods.ts';
import { rawConnection } from '../../test-support/raw-http.ts';

/** Notes the stage and code of each event of a subresource. */
function auditOf(subresource: string): { readonly stages: string[]; readonly onEvent: (event: AuditEvent) => void } {
  const stages: string[] = [];
  const onEvent = ({ objectRef, stage, responseStatus }: AuditEvent): void => {
    if (objectRef?.subresource === subresource) stages.push(`${stage} ${responseStatus?.code ?? ''}`.trim());
  };
  return { stages, onEvent };
}

/** A process that runs until the client is gone. */
const runs = (_: unknown, { signal }: { readonly signal: AbortSignal }): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

const behavior = {
  lines: [{ text: 'line', time: 0, stream: 'stdout' as const }],
  exec: async (target: unknown, __: unknown, streams: { readonly signal: AbortSignal }) => (
    await runs(target, streams),
    0
  ),
  attach: runs,
};

// As kube-apiserver: a connection that is taken over starts its response with 101, and completes it when it ends.
test.each([
  ['exec', 'exec?command=x&stdout=1', 'v5.channel.k8s.io'],
  ['attach', 'attach?stdout=1', 'v4.channel.k8s.io'],
  ['portforward', 'portforward', 'SPDY/3.1+portforward.k8s.io'],
])('an open %s is audited when it starts and when it ends', async (subresource, path, protocol) => {
  const { stages, onEvent } = auditOf(subresource);
  const { url } = await startWithPod(behavior, { audit: { onEvent } });
  const connection = await openedWebSocket(url, path, protocol);
  expect(stages).toEqual(['RequestReceived', 'ResponseStarted 101']);
  connection.socket.write(clientFrame({ opcode: 8 }));
  await connection.ended();
  await expect.poll(() => stages).toEqual(['RequestReceived', 'ResponseStarted 101', 'ResponseComplete 101']);
});

test('a log that is followed is audited when it starts and when its client leaves', async () => {
  const { stages, onEvent } = auditOf('log');
  const { url } = await startWithPod(behavior, { audit: { onEvent } });
  const connection = await rawConnection(url, `GET ${PODS}/p/log?follow=1 HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await connection.until(/line/);
  expect(stages).toEqual(['RequestReceived', 'ResponseStarted 200']);
  connection.socket.destroy();
  await expect.poll(() => stages).toEqual(['RequestReceived', 'ResponseStarted 200', 'ResponseComplete 200']);
});

test('a refused exec starts and completes its response', async () => {
  const { stages, onEvent } = auditOf('exec');
  const { url } = await startWithPod(behavior, { audit: { onEvent } });
  const connection = await rawConnection(url, webSocketRequest('exec?command=x', 'v4.channel.k8s.io'));
  await connection.ended();
  await expect.poll(() => stages).toEqual(['RequestReceived', 'ResponseStarted 400', 'ResponseComplete 400']);
});
