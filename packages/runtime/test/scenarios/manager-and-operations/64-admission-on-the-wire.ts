import {
  type HttpRequest,
  invalid,
  isStatusError,
  type JsonObject,
  type JsonValue,
  StatusError,
} from '@kb/apimachinery';
import { isJsonObject, parseJson, stringifyJson } from '@kb/apimachinery/codec';
import { applyJsonPatch, type JsonPatchOperation } from '@kb/apimachinery/patch';
import {
  mutatingWebhookConfigurations,
  validatingWebhookConfigurations,
} from '@kb/kubernetes/admissionregistration/v1';
import assert from 'node:assert/strict';
import { type Widget, widgets } from '../../../src/test-support/widgets.ts';
import { MAX_ADMISSION_BODY } from '../../../src/webhook/admission/admission-handler.ts';
import { webhookFor } from '../../../src/webhook/webhook-builder.ts';
import { createWebhookServer, type WebhookServer } from '../../../src/webhook/webhook-server.ts';
import type { Scenario, ScenarioEnvironment } from '../scenario.ts';
import type { ServingPlace } from '../serving-place.ts';

export const scenario: Scenario = {
  name:
    'Admission: bodies that are empty, too large or of another type; v1 and v1beta1 answered as asked; the uid always; what is thrown denies and crashes nothing; DELETE skips the ' +
    'defaulter; warnings; an API status is kept; a plain error is 403',
  run: async (environment) => {
    const server = serverOf(environment);
    await badBodies(server);
    await versionsAndUid(server);
    await whatIsThrown(server);
    await defaulting(server);
    await validating(server);
    // The embedded server does not call admission webhooks.
    if (environment.isReal) await askedByAServer(environment);
  },
};

const MUTATE = '/mutate-test-example-com-v1-widget';
const VALIDATE = '/validate-test-example-com-v1-widget';
const BIG = 2n ** 60n + 1n;

/** Does what the name of the object says. */
function obey(name: string | undefined, warn: (text: string) => void): void {
  warn(`saw ${name}`);
  if (name === 'plain') throw new Error('no such size');
  if (name === 'status') throw new StatusError(invalid({ group: 'test.example.com', kind: 'Widget' }, 'status', []));
  if (name === 'bug') throw new TypeError('cannot read what is not there');
  if (name === 'text') throw 'a text';
}

function serverOf({ clock }: ScenarioEnvironment, place?: ServingPlace): WebhookServer {
  return createWebhookServer({
    clock,
    ...(place && { address: place.address, serve: place.serve, certificates: place.certificates }),
    webhooks: [
      webhookFor(widgets)
        .defaults((widget, { warn }) => {
          obey(widget.metadata.name, warn);
          if (widget.metadata.name === 'same') return widget;
          return { ...widget, spec: { ...widget.spec, size: widget.spec.size ?? 3 } };
        })
        .validates({
          create: (widget, { warn }) => obey(widget.metadata.name, warn),
          update: (widget, { old }) => {
            if (widget.spec.size !== old.spec.size) throw new Error(`size was ${old.spec.size}`);
          },
          delete: (widget, { warn }) => obey(widget.metadata.name, warn),
        }),
    ],
  });
}

async function badBodies(server: WebhookServer): Promise<void> {
  const refusals: readonly [string, Partial<HttpRequest>, number, RegExp][] = [
    ['no body', {}, 400, /^request body is empty$/],
    ['an empty one', { body: new Uint8Array() }, 400, /^request body is empty$/],
    [
      'another type',
      { body: bytes('{}'), headers: { 'content-type': 'application/foo' } },
      400,
      /^contentType=application\/foo, expected application\/json$/,
    ],
    ['no type', { body: bytes('{}'), headers: {} }, 400, /^contentType=, expected application\/json$/],
    ['no JSON', { body: bytes('{') }, 400, /json parse error: unexpected end of JSON input/],
    ['no review', { body: bytes('{"kind":"Pod","apiVersion":"v1"}') }, 400, /expected an AdmissionReview/],
    [
      'one byte too many',
      { body: new Uint8Array(MAX_ADMISSION_BODY + 1) },
      413,
      /^request entity is too large; limit is 7340032 bytes$/,
    ],
    ['no end', { body: endless() }, 413, /^request entity is too large/],
  ];
  for (const [what, request, code, message] of refusals) {
    const answer = await post(server, VALIDATE, request);
    assert.equal(answer.apiVersion, undefined, what);
    const { uid, allowed, status } = responseOf(answer);
    assert.deepEqual([uid, allowed], ['', false], what);
    assert.equal(status.code, code, what);
    assert.match(textOf(status.message), message, what);
  }
}

async function versionsAndUid(server: WebhookServer): Promise<void> {
  for (const version of ['v1', 'v1beta1', '']) {
    const answer = await ask(server, VALIDATE, create('ok'), version);
    assert.equal(answer.apiVersion, `admission.k8s.io/${version || 'v1'}`);
    assert.equal(answer.kind, 'AdmissionReview');
    assert.deepEqual(responseOf(answer), {
      uid: 'u-1',
      allowed: true,
      status: { metadata: {}, code: 200 },
      warnings: ['saw ok'],
    });
  }
}

async function whatIsThrown(server: WebhookServer): Promise<void> {
  for (const path of [MUTATE, VALIDATE]) {
    const verdict = async (name: string): Promise<Response> => responseOf(await ask(server, path, create(name)));
    assert.deepEqual(await verdict('plain'), {
      uid: 'u-1',
      allowed: false,
      status: { metadata: {}, message: 'no such size', reason: 'Forbidden', code: 403 },
      warnings: ['saw plain'],
    });
    const kept = await verdict('status');
    assert.equal(kept.status.code, 422);
    assert.equal(kept.status.reason, 'Invalid');
    assert.deepEqual(kept.status.details, { name: 'status', group: 'test.example.com', kind: 'Widget' });
    assert.deepEqual(kept.warnings, ['saw status']);
    for (const name of ['bug', 'text']) {
      const { uid, allowed, status } = await verdict(name);
      assert.deepEqual([uid, allowed, status.code], ['u-1', false, 500]);
      assert.match(textOf(status.message), /^panic: .* \[recovered\]$/);
    }
    assert.equal((await verdict('ok')).allowed, true, 'it still serves');
  }
}

async function defaulting(server: WebhookServer): Promise<void> {
  const raw = { ...widget('ok'), spec: { data: { at: 'x' }, count: BIG }, unknown: { kept: true } };
  const answer = responseOf(await ask(server, MUTATE, { operation: 'CREATE', object: raw }));
  assert.equal(answer.patchType, 'JSONPatch');
  const patch = parseJson(Buffer.from(textOf(answer.patch), 'base64').toString('utf8'));
  assert.deepEqual(patch, [{ op: 'add', path: '/spec/size', value: 3 }]);
  assert.ok(Array.isArray(patch));
  const patched = applyJsonPatch(raw, patch as unknown as JsonPatchOperation[]);
  assert.deepEqual(patched, { ...raw, spec: { ...raw.spec, size: 3 } });

  const same = responseOf(await ask(server, MUTATE, create('same')));
  assert.deepEqual([same.allowed, same.patch, same.patchType], [true, undefined, undefined]);
  const deleted = responseOf(await ask(server, MUTATE, { operation: 'DELETE', oldObject: widget('plain') }));
  assert.deepEqual(deleted, { uid: 'u-1', allowed: true, status: { metadata: {}, code: 200 } });
}

async function validating(server: WebhookServer): Promise<void> {
  const verdict = async (request: JsonObject): Promise<Response> => responseOf(await ask(server, VALIDATE, request));
  const update = { operation: 'UPDATE', object: widget('ok', 2), oldObject: widget('ok', 1) };
  assert.equal((await verdict(update)).status.message, 'size was 1');
  assert.equal((await verdict({ ...update, oldObject: widget('ok', 2) })).allowed, true);
  assert.equal((await verdict({ operation: 'DELETE', oldObject: widget('plain') })).status.code, 403);
  assert.equal((await verdict({ operation: 'CONNECT' })).allowed, true);
  const unclear: JsonObject[] = [
    { operation: 'GUESS' },
    { operation: 'CREATE' },
    { operation: 'CREATE', object: { kind: 'Pod' } },
  ];
  for (const request of unclear) assert.equal((await verdict(request)).status.code, 400);
}

/** The same webhooks, called by a real API server for the Widgets of a namespace. */
async function askedByAServer(environment: ScenarioEnvironment): Promise<void> {
  const { client, namespace } = environment;
  const place = await environment.place();
  const manager = await environment.start({ webhookServer: serverOf(environment, place) });
  const metadata = { name: `scenario-${namespace}` };
  const webhook = (path: string, operations: ('CREATE' | 'UPDATE' | 'DELETE')[]) => ({
    name: `${path.split('-', 1)[0]?.slice(1)}.${namespace}.example.com`,
    clientConfig: place.clientConfig(path),
    admissionReviewVersions: ['v1'],
    sideEffects: 'None' as const,
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
    rules: [{ apiGroups: ['test.example.com'], apiVersions: ['v1'], resources: ['widgets'], operations }],
  });
  await client.create(mutatingWebhookConfigurations, { metadata, webhooks: [webhook(MUTATE, ['CREATE', 'DELETE'])] });
  await client.create(validatingWebhookConfigurations, {
    metadata,
    webhooks: [webhook(VALIDATE, ['UPDATE', 'DELETE'])],
  });
  try {
    // The webhooks keep all other fields of a Widget.
    const specWithMore = { data: { a: 'b' }, count: BIG };
    const make = (name: string): Promise<Widget> =>
      client.create(widgets, { metadata: { name, namespace }, spec: specWithMore });
    // The server takes a moment to notice the configurations.
    await environment.eventually(() =>
      assert.rejects(make('plain'), isStatus(403, /denied the request: no such size$/)),
    );
    await environment.eventually(async () => {
      const {
        metadata: { name },
        spec,
      } = await make(`ok-${environment.clock.now()}`);
      assert.deepEqual(spec, { count: BIG, data: { a: 'b' }, size: 3 });
      await assert.rejects(
        client.patch(widgets, { name, namespace }, { type: 'merge', value: { spec: { size: 4 } } }),
        isStatus(403, /denied the request: size was 3$/),
      );
      await client.delete(widgets, { name, namespace });
    });
    await assert.rejects(
      make('status'),
      isStatus(422, /denied the request: Widget.test.example.com "status" is invalid/),
    );
    await assert.rejects(
      make('bug'),
      isStatus(500, /denied the request: panic: cannot read what is not there \[recovered\]$/),
    );
  } finally {
    await client.delete(mutatingWebhookConfigurations, metadata.name);
    await client.delete(validatingWebhookConfigurations, metadata.name);
    await manager.stop();
  }
}

function isStatus(code: number, message: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(isStatusError(error));
    assert.equal(error.status.code, code);
    assert.match(error.message, message);
    return true;
  };
}

function widget(name: string, size?: number): JsonObject {
  return {
    apiVersion: 'test.example.com/v1',
    kind: 'Widget',
    metadata: { name },
    spec: size === undefined ? {} : { size },
  };
}

function create(name: string): JsonObject {
  return { operation: 'CREATE', object: widget(name) };
}

interface Response {
  readonly uid: JsonValue;
  readonly allowed: JsonValue;
  readonly status: JsonObject;
  readonly patch?: JsonValue;
  readonly patchType?: JsonValue;
  readonly warnings?: JsonValue;
}

/** Sends a whole review; where the version is empty, the request alone. */
function ask(server: WebhookServer, path: string, request: JsonObject, version = 'v1'): Promise<JsonObject> {
  const review = {
    ...(version !== '' && { kind: 'AdmissionReview', apiVersion: `admission.k8s.io/${version}` }),
    request: { uid: 'u-1', ...request },
  };
  return post(server, path, { body: bytes(stringifyJson(review)) });
}

async function post({ transport }: WebhookServer, path: string, request: Partial<HttpRequest>): Promise<JsonObject> {
  const headers = { 'content-type': 'application/json' };
  const { status, body } = await transport.send({ method: 'POST', path, headers, ...request });
  assert.equal(status, 200);
  assert.ok(body instanceof Uint8Array);
  const answer = parseJson(body);
  assert.ok(isJsonObject(answer));
  return answer;
}

function responseOf({ response }: JsonObject): Response {
  assert.ok(isJsonObject(response) && isJsonObject(response.status));
  const { uid = null, allowed = null, status, ...rest } = response;
  return { uid, allowed, status, ...rest };
}

function textOf(value: JsonValue | undefined): string {
  assert.ok(typeof value === 'string');
  return value;
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield new Uint8Array(1024 * 1024);
}
