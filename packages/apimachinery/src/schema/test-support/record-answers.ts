/**
 * Records the responses of a real kube-apiserver to the inputs in this folder: `node record-answers.ts KUBECONFIG`,
 * with the kubeconfig of a throw-away control plane (with an admin's token). Rewrites the `answer` of every case in the
 * JSON files of this folder and of metadata/testdata.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { parseJson } from '../../codec/parse-json.ts';
import { stringifyJson } from '../../codec/stringify-json.ts';

interface Answer {
  readonly code: number;
  readonly message?: string;
  readonly causes?: readonly { readonly reason?: string; readonly message?: string; readonly field?: string }[];
  readonly warnings?: readonly string[];
  readonly spec?: unknown;
}

const [, , kubeconfig = ''] = process.argv;
const config = readFileSync(kubeconfig, 'utf8');
const server = /server: "?([^"\s]+)/.exec(config)?.[1] ?? '';
const token = /token: "?([^"\s]+)/.exec(config)?.[1] ?? '';
const ca = Buffer.from(/certificate-authority-data: "?([^"\s]+)/.exec(config)?.[1] ?? '', 'base64');

function send(method: string, path: string, body?: unknown): Promise<{ code: number; body: any; warnings: string[] }> {
  return new Promise((resolve, reject) => {
    const call = request(
      new URL(path, server),
      { method, ca, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const warnings = [...(response.headersDistinct.warning ?? [])].flatMap((line) =>
            [...line.matchAll(/299 - ("(?:[^"\\]|\\.)*")/g)].map(([, quoted = '']) => JSON.parse(quoted) as string),
          );
          resolve({ code: response.statusCode ?? 0, body: text.startsWith('{') ? parseJson(text) : text, warnings });
        });
      },
    );
    call.on('error', reject);
    call.end(body === undefined ? undefined : typeof body === 'string' ? body : stringifyJson(body));
  });
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function answerOf(
  { code, body, warnings }: { code: number; body: any; warnings: string[] },
  withSpec: boolean,
): Answer {
  const causes = body.details?.causes?.map(({ reason, message, field }: any) => ({ reason, message, field }));
  causes?.sort((a: any, b: any) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return {
    code,
    ...(code >= 400 && causes === undefined && { message: body.message ?? body }),
    ...(causes !== undefined && { causes }),
    ...(warnings.length > 0 && { warnings: warnings.sort() }),
    ...(code < 400 && withSpec && { spec: body.spec }),
  };
}

let serial = 0;

function crd(schema: unknown, status = false): { kind: string; plural: string; path: string; body: any } {
  serial += 1;
  const plural = `things${serial}x${process.pid}`;
  const kind = `Thing${serial}x${process.pid}`;
  const group = 'record.example.com';
  const version = {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: schema },
    ...(status && { subresources: { status: {} } }),
  };
  const body = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: { group, scope: 'Namespaced', names: { plural, kind }, versions: [version] },
  };
  return { kind, plural, path: `/apis/${group}/v1/namespaces/default/${plural}`, body };
}

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

async function install(schema: unknown): Promise<ReturnType<typeof crd>> {
  const made = crd(schema);
  const created = await send('POST', CRDS, made.body);
  if (created.code !== 201) throw new Error(`CRD refused: ${JSON.stringify(created.body.message ?? created.body)}`);
  for (;;) {
    const { body } = await send('GET', `${CRDS}/${made.body.metadata.name}`);
    if (
      body.status?.conditions?.some((condition: any) => condition.type === 'Established' && condition.status === 'True')
    )
      break;
    await sleep(100);
  }
  await sleep(3000);
  return made;
}

const object = (made: ReturnType<typeof crd>, spec: unknown): unknown => ({
  apiVersion: 'record.example.com/v1',
  kind: made.kind,
  metadata: { name: 'case' },
  spec,
});

/** Fields of metadata that the server sets, whatever was sent. */
const SET_BY_SERVER = [
  'uid',
  'creationTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'namespace',
  'selfLink',
];

async function record(url: URL): Promise<void> {
  const data = parseJson(readFileSync(url)) as any;
  const file = url.pathname.split('/').at(-1) ?? '';
  if (file.startsWith('values-')) {
    const made = await install(data.schema);
    for (const entry of data.cases) {
      // Integers past 2^53 and the like are given as text.
      const body =
        entry.text === undefined
          ? object(made, entry.spec)
          : JSON.stringify(object(made, 0)).replace('"spec":0', `"spec":${entry.text}`);
      entry.answer = answerOf(await send('POST', `${made.path}?dryRun=All`, body), true);
    }
  } else if (file === 'schemas.json') {
    for (const entry of data.cases) {
      const made = crd(entry.schema, entry.status);
      entry.answer = answerOf(await send('POST', `${CRDS}?dryRun=All`, made.body), false);
    }
  } else if (file === 'metadata.json') {
    const made = await install({ type: 'object' });
    for (const entry of data.cases) {
      const sent = { apiVersion: 'record.example.com/v1', kind: made.kind, metadata: entry.metadata };
      const answer = await send('POST', `${made.path}?dryRun=All`, sent);
      const { metadata } = answer.body;
      entry.answer = answerOf(answer, false);
      if (answer.code < 400) {
        entry.answer.metadata = Object.fromEntries(
          Object.entries(metadata).filter(([key]) => !SET_BY_SERVER.includes(key)),
        );
        if (entry.metadata?.name === undefined) delete entry.answer.metadata.name;
      }
    }
  } else if (file === 'updates.json') await recordUpdates(data);
  else return;
  writeFileSync(url, `${stringifyJson(data, { indent: 1 })}\n`);
  console.log(`${file}: ${data.cases.length} cases`);
}

async function recordUpdates(data: any): Promise<void> {
  const made = await install(data.before);
  const stored: any[] = [];
  for (const [index, entry] of data.cases.entries()) {
    const body: any = object(made, entry.old);
    body.metadata.name = `case-${index}`;
    const { code, body: created } = await send('POST', made.path, body);
    if (code !== 201) throw new Error(`${entry.name}: ${JSON.stringify(created.message)}`);
    stored.push(created);
  }
  const { body: current } = await send('GET', `${CRDS}/${made.body.metadata.name}`);
  current.spec.versions[0].schema.openAPIV3Schema = data.after;
  const { code, body } = await send('PUT', `${CRDS}/${made.body.metadata.name}`, current);
  if (code !== 200) throw new Error(JSON.stringify(body.message));
  await sleep(3000);
  for (const [index, entry] of data.cases.entries()) {
    const next = { ...stored[index], spec: entry.spec };
    entry.answer = answerOf(await send('PUT', `${made.path}/case-${index}?dryRun=All`, next), true);
  }
}

for (const folder of [new URL('../testdata/', import.meta.url), new URL('../../metadata/testdata/', import.meta.url)]) {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) await record(new URL(file, folder));
}
