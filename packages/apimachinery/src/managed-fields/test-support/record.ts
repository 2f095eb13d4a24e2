/**
 * Records what a real API server makes of the scenarios: `node record.ts KUBECONFIG`, where the kubeconfig is one of
 * tools/control-plane (a token and a CA, no
 * controllers running). Writes recordings/*.jsonl beside this file: the answers, and the part of the published schemas
 * that they need.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { isJsonObject } from '../../codec/own-property.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { applyMergePatch } from '../../patch/merge-patch.ts';
import { type Answer, type KindName, kinds, type Recording, type Scenario, type Step, timeOfStep } from './scenario.ts';
import { scenarios } from './scenarios/index.ts';
import { publishedSchemas } from './schemas.ts';
import { widgetCrd } from './widget-crd.ts';

const kubeconfig = readFileSync(process.argv[2] ?? '', 'utf8');
const field = (name: string): string => new RegExp(`${name}: "?([^"\\s]+)`).exec(kubeconfig)?.[1] ?? '';
const server = new URL(field('server'));
const ca = Buffer.from(field('certificate-authority-data'), 'base64');
const token = field('token');

interface Reply {
  readonly code: number;
  readonly body: JsonObject;
}

function send(method: string, path: string, body?: JsonValue, contentType = 'application/json'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: server.hostname,
        port: server.port,
        method,
        path,
        ca,
        headers: { authorization: `Bearer ${token}`, 'content-type': contentType, accept: 'application/json' },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ code: response.statusCode ?? 0, body: text.startsWith('{') ? JSON.parse(text) : { text } });
        });
      },
    );
    call.on('error', reject);
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const started = Date.now();

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const CONTENT_TYPES = {
  create: 'application/json',
  update: 'application/json',
  apply: 'application/apply-patch+yaml',
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const;

function pathOf(kind: KindName, apiVersion: string, namespace: string): string {
  return `${apiVersion.includes('/') ? '/apis' : '/api'}/${apiVersion}/namespaces/${namespace}/${kinds[kind].plural}`;
}

function complete(step: Step, scenario: Scenario, namespace: string, live: JsonObject | undefined): JsonValue {
  const { kind, apiVersions } = kinds[scenario.kind];
  const scale = step.subresource === 'scale';
  const identity = {
    apiVersion: scale ? 'autoscaling/v1' : (step.apiVersion ?? apiVersions[0]),
    kind: scale ? 'Scale' : kind,
    metadata: { name: 'x', namespace },
  };
  if (step.verb === 'create' || step.verb === 'apply') return deepMerge(identity, step.body);
  return step.verb === 'update' ? applyMergePatch(live ?? {}, step.body) : step.body;
}

/** Merges, nulls included. */
function deepMerge(target: JsonValue, addition: JsonValue): JsonValue {
  if (!isJsonObject(target) || !isJsonObject(addition)) return addition;
  const merged: JsonObject = { ...target };
  for (const [name, value] of Object.entries(addition))
    merged[name] = name in merged ? deepMerge(merged[name] ?? null, value) : value;
  return merged;
}

/** Replaces times by those of their steps, and uids and versions by numbers. */
function createNormaliser(): (value: JsonValue, stepIndex: number) => JsonValue {
  const times = new Map<string, string>();
  const numbers = { uid: new Map<string, string>(), resourceVersion: new Map<string, string>() };
  const oldest = started - 120_000;
  const normalise = (value: JsonValue, stepIndex: number, name = ''): JsonValue => {
    if (Array.isArray(value)) return value.map((item) => normalise(item, stepIndex, name));
    if (isJsonObject(value))
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, normalise(item, stepIndex, key)]));
    if (typeof value !== 'string') return value;
    if ((name === 'uid' || name === 'resourceVersion') && /^(\d+|[0-9a-f]{8}-[0-9a-f-]{27})$/.test(value)) {
      const known = numbers[name];
      if (!known.has(value)) known.set(value, name === 'uid' ? `uid-${known.size + 1}` : String(known.size + 1));
      return known.get(value) ?? '';
    }
    if ((name === 'clusterIP' || name === 'clusterIPs') && value !== 'None') return '10.0.0.1';
    if (/^\d{4}-\d\d-\d\dT[\d:]+Z$/.test(value) && Date.parse(value) > oldest) {
      if (!times.has(value)) times.set(value, timeOfStep(stepIndex));
      return times.get(value) ?? '';
    }
    return value;
  };
  return normalise;
}

async function record(scenario: Scenario, index: number): Promise<Recording> {
  // Without controllers, namespaces are not deleted, so each run uses a new one.
  const namespace = `s${index}-${started}`;
  await send('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
  const normalise = createNormaliser();
  const answers: Answer[] = [];
  let live: JsonObject | undefined;
  for (const [stepIndex, step] of scenario.steps.entries()) {
    if (stepIndex > 0) await sleep(1_150);
    const collection = pathOf(scenario.kind, step.apiVersion ?? kinds[scenario.kind].apiVersions[0], namespace);
    const query = `?fieldManager=${encodeURIComponent(step.manager)}${step.force ? '&force=true' : ''}`;
    const path = `${step.verb === 'create' ? collection : `${collection}/x`}${step.subresource ? `/${step.subresource}` : ''}${query}`;
    const sent = complete(step, scenario, namespace, live);
    const method = step.verb === 'create' ? 'POST' : step.verb === 'update' ? 'PUT' : 'PATCH';
    const { code, body } = await send(method, path, sent, CONTENT_TYPES[step.verb]);
    let object: JsonObject | undefined;
    if (step.subresource === 'scale') object = (await send('GET', `${collection}/x`)).body;
    if (code < 300) live = object ?? body;
    const answer = normalise({ sent, code, body, ...(object && { object }) }, stepIndex);
    answers.push(hideNamespace(answer, namespace) as unknown as Answer);
  }
  return { name: scenario.name, kind: scenario.kind, answers };
}

function hideNamespace(value: JsonValue, namespace: string): JsonValue {
  return JSON.parse(
    JSON.stringify(value).replaceAll(`"${namespace}"`, '"ns"').replaceAll(`(${namespace}/`, '(ns/'),
  ) as JsonValue;
}

async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  run: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results[index] = await run(item, index);
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}

await send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', widgetCrd);
await sleep(4_000);
const recordings = await inParallel(scenarios, 30, record);
const documents = await Promise.all(
  ['api/v1', 'apis/apps/v1'].map(async (group) => (await send('GET', `/openapi/v3/${group}`)).body),
);
const writeLines = (name: string, values: readonly unknown[]): void =>
  writeFileSync(
    new URL(`../testdata/recordings/${name}.jsonl`, import.meta.url),
    values.map((value) => `${JSON.stringify(value)}\n`).join(''),
  );
for (const kind of Object.keys(kinds)) {
  writeLines(
    kind.toLowerCase(),
    recordings.filter((recording) => recording.kind === kind),
  );
}
writeLines('schemas', Object.entries(publishedSchemas(documents, recordings)));
console.log(
  `${recordings.length} scenarios, ${recordings.reduce((sum, { answers }) => sum + answers.length, 0)} requests`,
);
