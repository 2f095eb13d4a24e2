import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Transport } from '@kb/apimachinery';
import { startLabWebhook } from '../api-server/start-lab-webhook.ts';
import type { Suite, SuiteResult } from '../suite.ts';
import type { Target } from '../targets/target.ts';
import { type MetricFamily, readExposition } from './families.ts';
import { comparedFamilies, type ComparedFamily } from './server-families.ts';
import { useServer } from './use-server.ts';

/** What is compared of a family. */
interface FamilyFacts {
  readonly type: string;
  readonly labels: readonly string[];
  readonly buckets?: readonly string[];
  /** How much the values of its series have grown, or what they are, by their labels. */
  readonly series?: Readonly<Record<string, number>>;
}

/** The metrics of a server after the same requests. */
interface ServerFacts {
  /** The content types for some values of Accept. */
  readonly contentTypes: Readonly<Record<string, string>>;
  readonly families: Readonly<Record<string, FamilyFacts>>;
}

const keptFile = fileURLToPath(new URL('testdata/kube-apiserver.json', import.meta.url));

/** Compares the metrics of an API server after some requests with those of kube-apiserver. */
export const serverMetricsSuite: Suite = {
  name: 'metrics of the API server',
  workloads: false,
  run: async ({ transport }) => compareFacts(await factsOf(transport), readKept()),
};

/** Records the metrics of kube-apiserver. */
export async function recordServerMetrics({ transport }: Target): Promise<void> {
  writeFileSync(keptFile, `${JSON.stringify(await factsOf(transport), null, 1)}\n`);
}

function readKept(): ServerFacts {
  return JSON.parse(readFileSync(keptFile, 'utf8')) as ServerFacts;
}

function compareFacts(ours: ServerFacts, theirs: ServerFacts): SuiteResult {
  const cases: { readonly name: string; readonly ours: unknown; readonly theirs: unknown }[] = [
    ...Object.keys(theirs.contentTypes).map((accept) => ({
      name: `content type for ${accept || 'nothing'}`,
      ours: ours.contentTypes[accept],
      theirs: theirs.contentTypes[accept],
    })),
    ...Object.keys(theirs.families).map((name) => ({ name, ours: ours.families[name], theirs: theirs.families[name] })),
  ];
  const failures = cases.flatMap((one) => {
    const [own, other] = [linesOf(one.ours), linesOf(one.theirs)];
    if (own.join('\n') === other.join('\n')) return [];
    const onlyIn = (lines: readonly string[], others: readonly string[]): string =>
      lines.filter((line) => !others.includes(line)).join('\n');
    return [{ name: one.name, message: `ours\n${onlyIn(own, other)}\nkube-apiserver's\n${onlyIn(other, own)}` }];
  });
  return { total: cases.length, failures };
}

/** The lines of the JSON of a value. */
function linesOf(value: unknown): string[] {
  return (JSON.stringify(value, null, 1) ?? '').split('\n');
}

const accepted: readonly string[] = [
  '',
  'application/openmetrics-text; version=1.0.0',
  'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,text/plain;version=0.0.4;q=0.3,*/*;q=0.2',
  'application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited',
  'application/json',
];

/** Uses a server, and reads its metrics before and afterwards. */
async function factsOf(transport: Transport): Promise<ServerFacts> {
  const webhook = await startLabWebhook();
  try {
    const before = await scrape(transport);
    const end = await useServer(transport, webhook);
    const after = await scrape(transport);
    await end();
    const contentTypes: Record<string, string> = {};
    for (const accept of accepted)
      contentTypes[accept] = await readMetrics(transport, accept).then(({ contentType }) => contentType);
    const families: Record<string, FamilyFacts> = {};
    for (const compared of comparedFamilies) {
      const [was, is] = [before.get(compared.name), after.get(compared.name)];
      if (is) families[compared.name] = familyFacts(compared, was, is);
    }
    return { contentTypes, families };
  } finally {
    await webhook.stop();
  }
}

function familyFacts(compared: ComparedFamily, was: MetricFamily | undefined, is: MetricFamily): FamilyFacts {
  const { series: selects, values } = compared;
  const facts = { type: is.type, labels: is.labels, ...(is.buckets && { buckets: is.buckets }) };
  if (!selects) return facts;
  const series = Object.entries(is.series)
    .filter(([labels]) => selects(labels))
    .map(([labels, value]): [string, number] => [labels, values === 'now' ? value : value - (was?.series[labels] ?? 0)])
    .filter(([, value]) => value !== 0 || values !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { ...facts, series: Object.fromEntries(values === 'none' ? series.map(([labels]) => [labels, 0]) : series) };
}

async function scrape(transport: Transport): Promise<ReadonlyMap<string, MetricFamily>> {
  const { text } = await readMetrics(transport, '');
  return new Map(readExposition(text).map((family) => [family.name, family]));
}

async function readMetrics(
  transport: Transport,
  accept: string,
): Promise<{ readonly contentType: string; readonly text: string }> {
  const { headers, body } = await transport.send({
    method: 'GET',
    path: '/metrics',
    headers: accept ? { accept } : {},
  });
  const chunks: Uint8Array[] = [];
  if (body instanceof Uint8Array) chunks.push(body);
  else for await (const chunk of body) chunks.push(chunk);
  return { contentType: String(headers['content-type']), text: Buffer.concat(chunks).toString('utf8') };
}
