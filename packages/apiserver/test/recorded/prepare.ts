import type { Requester } from './sequence.ts';
import { widgetDefinition } from './widget-definition.ts';

const json = { 'content-type': 'application/json' };
const bytesOf = (value: object): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** Installs the definitions that all sequences need, and waits until they are served. */
export async function prepare(requester: Requester): Promise<void> {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  await requester.send({ method: 'POST', path, headers: json, body: bytesOf(widgetDefinition) });
  for (let tries = 0; tries < 2400; tries += 1) {
    const { status } = await requester.send({ method: 'GET', path: '/apis/lab.example.com/v1/widgets', headers: {} });
    if (status === 200) break;
    await requester.pause(50);
  }
  // The real server delays the first objects of a new definition by two seconds.
  const body = bytesOf({
    apiVersion: 'lab.example.com/v1',
    kind: 'Widget',
    metadata: { name: 'first' },
    spec: { color: 'red' },
  });
  await requester.send({
    method: 'POST',
    path: '/apis/lab.example.com/v1/namespaces/default/widgets',
    headers: json,
    body,
  });
}
