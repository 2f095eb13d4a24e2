import { readFileSync, writeFileSync } from 'node:fs';

const admin = 'Authorization: Bearer ${TOKEN}\r\n';
const gzip = 'Accept-Encoding: gzip\r\n';
const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const webSocket = `Connection: Upgrade\r\nUpgrade: websocket\r\nOrigin: http://localhost\r\n${key}`;
const to = (line: string, headers: string = admin, body = ''): string =>
  `${line}\r\nHost: localhost\r\n${headers}\r\n${body}`;
const json = (line: string, body: string): string =>
  to(line, `${admin}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`, body);

const configMaps = '/api/v1/namespaces/default/configmaps';

/** Requests byte for byte, by what is seen in the head of the response. `${TOKEN}`: that of an administrator. */
const requests: Readonly<Record<string, string>> = {
  'a document': to('GET /version HTTP/1.1'),
  'a HEAD': to('HEAD /version HTTP/1.1'),
  'HTTP/1.0': to('GET /version HTTP/1.0'),
  'HTTP/1.0 that is kept open': to('GET /version HTTP/1.0', `${admin}Connection: keep-alive\r\n`),
  'the end of a connection': to('GET /version HTTP/1.1', `${admin}Connection: close\r\n`),
  'an object': to('GET /api/v1/namespaces/default HTTP/1.1'),
  'an object as YAML': to('GET /api/v1/namespaces/default HTTP/1.1', `${admin}Accept: application/yaml\r\n`),
  'a missing object': to(`GET ${configMaps}/none HTTP/1.1`),
  'a missing page': to('GET /nope HTTP/1.1'),
  'a missing resource': to('GET /api/v1/nothing HTTP/1.1'),
  'a method that is not allowed': to('DELETE /api/v1/namespaces/default/bindings HTTP/1.1'),
  'wrong credentials': to('GET /api/v1/namespaces HTTP/1.1', 'Authorization: Bearer wrong\r\n'),
  'a media type that is not served': to('GET /api/v1/namespaces HTTP/1.1', `${admin}Accept: text/css\r\n`),
  health: to('GET /healthz HTTP/1.1'),
  'a list': to(`GET ${configMaps}?limit=1 HTTP/1.1`),
  'a watch': to(`GET ${configMaps}?watch=1&timeoutSeconds=1 HTTP/1.1`),
  'a watch over HTTP/1.0': to(`GET ${configMaps}?watch=1&timeoutSeconds=1 HTTP/1.0`),
  'discovery with an ETag': to(
    'GET /apis HTTP/1.1',
    `${admin}Accept: application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList\r\n`,
  ),
  'a document that is compressed': to('GET /openapi/v3/api/v1 HTTP/1.1', `${admin}${gzip}`),
  'an answer that is compressed': to('GET /api/v1 HTTP/1.1', `${admin}${gzip}`),
  'an invalid object': json(`POST ${configMaps} HTTP/1.1`, '{"metadata":{"name":"A"}}'),
  'a warning': json(`POST ${configMaps}?dryRun=All HTTP/1.1`, '{"metadata":{"name":"a"},"x":1}'),
  'two warnings': json(
    'POST /api/v1/namespaces/default/configmaps?dryRun=All HTTP/1.1',
    '{"metadata":{"name":"a"},"x":1,"y":1}',
  ),
  'an invalid body': json(`POST ${configMaps} HTTP/1.1`, '{'),
  'a malformed path': to('GET /api/%zz HTTP/1.1'),
  'a malformed request': 'GET / HTTP/1.1\r\nbad header\r\n\r\n',
  'a redirect': to('GET /api/v1/namespaces/default/pods/p/proxy HTTP/1.1'),
  'a watch over a WebSocket': to(
    `GET ${configMaps}?watch=1&timeoutSeconds=1 HTTP/1.1`,
    `${admin}${webSocket}Sec-WebSocket-Version: 13\r\n`,
  ),
  'a WebSocket with a protocol': to(
    `GET ${configMaps}?watch=1&timeoutSeconds=1 HTTP/1.1`,
    `${admin}${webSocket}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: a\r\n`,
  ),
  'a WebSocket of another version': to(
    `GET ${configMaps}?watch=1 HTTP/1.1`,
    `${admin}${webSocket}Sec-WebSocket-Version: 12\r\n`,
  ),
  'a refused connection': to(
    'GET /api/v1/namespaces/default/pods/none/exec?command=ls HTTP/1.1',
    `${admin}${webSocket}Sec-WebSocket-Version: 13\r\n`,
  ),
};

const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } };

/** The writes, before the requests, of a Pod to which a proxy redirects. */
export const podWithAddress: readonly (readonly [method: string, path: string, body: object])[] = [
  ['POST', '/api/v1/namespaces/default/pods', pod],
  ['PUT', '/api/v1/namespaces/default/pods/p/status', { ...pod, status: { podIPs: [{ ip: '203.0.113.7' }] } }],
];

const versionOfNode = "Node's HTTP server responds with HTTP/1.1, and says in a header what happens to the connection";
const knownLength = 'the whole body is known here before its head is written';

/** Why some heads differ from the recorded ones. */
export const differentHeads: Readonly<Record<string, string>> = {
  'HTTP/1.0': versionOfNode,
  'HTTP/1.0 that is kept open': versionOfNode,
  'a watch over HTTP/1.0': versionOfNode,
  'discovery with an ETag': knownLength,
  'an answer that is compressed': knownLength,
  'a document that is compressed': 'kube-apiserver writes the length among the other headers',
  'a malformed path': 'Node adds the date and the length',
  'a malformed request': 'the status line says why',
  'a WebSocket of another version': 'the refusal has the headers of every response, and a length',
  'a refused connection': 'Node hands over a connection that asks for another protocol, which is then closed',
};

/** Sends bytes on a connection of its own, and resolves with the head of the response, up to its empty line. */
export type SendRaw = (bytes: string) => Promise<string>;

/** Returns the heads of the responses to all requests. Values that differ from server to server are left out. */
export async function rawHeads(send: SendRaw, token: string): Promise<Record<string, readonly string[]>> {
  const heads: Record<string, readonly string[]> = {};
  for (const [name, request] of Object.entries(requests))
    heads[name] = (await send(request.replace('${TOKEN}', token))).trimEnd().split('\r\n').map(withoutOwnValue);
  return heads;
}

const varies = /^(?:audit-id|date|etag|last-modified|expires|content-length|x-kubernetes-pf-[a-z-]+): /i;

function withoutOwnValue(line: string): string {
  return varies.test(line) ? line.slice(0, line.indexOf(':') + 1) : line;
}

const recording = new URL('../answers/raw-heads.json', import.meta.url);

/** Writes the heads of the real server's responses. */
export function recordRawHeads(heads: Readonly<Record<string, readonly string[]>>): void {
  writeFileSync(recording, `${JSON.stringify(heads, undefined, 2)}\n`);
}

/** Returns the recorded heads of the real server's responses. */
export function readRawHeads(): Readonly<Record<string, readonly string[]>> {
  return JSON.parse(readFileSync(recording, 'utf8')) as Readonly<Record<string, readonly string[]>>;
}
