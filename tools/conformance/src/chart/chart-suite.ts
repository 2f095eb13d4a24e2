import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { GeneratorSuite } from '../generator-suite.ts';
import { temporaryFolder } from '../import/round-trip/temporary-folder.ts';
import { differencesOf } from '../kubebuilder/differences.ts';
import type { Json } from '../kubebuilder/rendered.ts';
import { runProgram } from '../kubebuilder/run-kb.ts';
import { helmProgram } from '../software/programs/helm.ts';
import { installGoProgram } from '../software/support/go-program.ts';
import { type Failure, messageOf, type SuiteResult } from '../suite.ts';
import { kb } from '../tutorials/make-project.ts';
import { type ChangedValue, changedValues, neededFor, pathsOf } from './changed-values.ts';
import { readObjects } from './rendered-chart.ts';

/**
 * The chart that kb makes, rendered by helm: with the values of parts it is what kustomize renders with these parts,
 * object by object; each value changes something; and a value of another type, or an unknown one, is refused.
 */
export const chartSuite: GeneratorSuite = {
  name: 'Helm chart',
  async run() {
    try {
      await runProgram('kubectl', ['kustomize', '--help'], '.');
    } catch {
      return { skipped: 'there is no kubectl, which renders kustomizations' };
    }
    const helm = await installGoProgram(helmProgram);
    if ('skipped' in helm) return helm;
    using folder = temporaryFolder();
    const project = path.join(folder.path, 'crew');
    mkdirSync(project);
    for (const command of commands) await kb(project, command);
    writeBraces(project);
    await kb(project, ['generate']);
    await kb(project, ['build-chart']);
    const result: Count = { total: 0, failures: [] };
    const chart = { project, helm: helm.binary, folder: 'dist/chart' };
    await attempt(result, 'helm lint', () => runProgram(chart.helm, ['lint', '--strict', 'dist/chart'], project));
    await compareValues(chart, result);
    await compareCrdsChart(chart, result);
    // Last, because it changes the project.
    await compareParts(chart, result);
    return result;
  },
};

const captain = ['create', 'api', '--group', 'crew', '--kind', 'Captain', '--version'];

const commands = [
  ['init', '--domain', 'example.com'],
  [...captain, 'v1'],
  [...captain, 'v2'],
  ['create', 'webhook', '--kind', 'Captain', '--version', 'v1', '--defaulting', '--conversion', '--spoke', 'v2'],
];

/** Texts that helm would take for its own language. */
function writeBraces(project: string): void {
  const file = path.join(project, 'packages/api/src/crew/v1/captain.types.ts');
  const text = readFileSync(file, 'utf8');
  const rule = '// +kubebuilder:validation:XValidation:rule="self != \'{{ .Values.a }}\'",message="not {{ this }}"\n';
  writeFileSync(
    file,
    text.replace(/^( +)foo\?: string/m, `$1/** Such as {{ .Values.b }}, {{- or }}. */\n$1${rule}$1foo?: string`),
  );
}

interface Chart {
  readonly project: string;
  readonly helm: string;
  /** In the project. */
  readonly folder: string;
}

interface Count extends SuiteResult {
  total: number;
  readonly failures: Failure[];
}

async function attempt(result: Count, name: string, run: () => Promise<unknown>): Promise<void> {
  result.total += 1;
  await run().catch((error: unknown) => result.failures.push({ name, message: messageOf(error) }));
}

/** A choice of parts: how kustomize gets it, and how helm, by values or by another chart. */
interface Choice {
  readonly name?: string;
  readonly edits: readonly (readonly string[])[];
  readonly values: string;
}

const choices: readonly Choice[] = [
  { name: 'default values', edits: [], values: '' },
  { edits: [['--with', 'metrics-certificate,prometheus']], values: 'metrics.certificate=true,prometheus.enabled=true' },
  {
    edits: [
      ['--without', 'metrics-certificate,cert-manager'],
      ['--with', 'own-certificates,network-policy'],
    ],
    values: 'certManager.enabled=false,ownCertificates.enabled=true,prometheus.enabled=true,networkPolicy.enabled=true',
  },
  { name: 'an operator of one namespace', edits: [['--namespaced', '--plugins', 'helm/v2-alpha']], values: '' },
];

async function compareParts(chart: Chart, result: Count): Promise<void> {
  for (const { edits, values, name = values } of choices) {
    for (const edit of edits) await kb(chart.project, ['edit', ...edit]);
    await compareObjects(name, chart.project, await text(chart, values === '' ? [] : ['--set', values]), result);
  }
}

/** With the CRDs as a chart of their own, both charts together are what one is. */
async function compareCrdsChart(chart: Chart, result: Count): Promise<void> {
  await kb(chart.project, ['build-chart', '--crds-chart']);
  const crds = { ...chart, folder: 'dist/chart-crds' };
  await attempt(result, 'helm lint of the CRDs', () =>
    runProgram(chart.helm, ['lint', '--strict', crds.folder], chart.project),
  );
  await compareValues(crds, result);
  const both = [await text(crds, []), await text(chart, [])].join('\n---\n');
  await compareObjects('two charts', chart.project, both, result);
  await kb(chart.project, ['build-chart', '--crds-chart=false']);
}

async function compareObjects(name: string, project: string, charts: string, result: Count): Promise<void> {
  const expected = readObjects(await runProgram('kubectl', ['kustomize', 'config/default'], project));
  const actual = readObjects(charts);
  const differences = differencesOf(expected, actual);
  for (const object of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    await attempt(result, `${name}: ${object}`, async () => {
      const [first] = differences.filter((one) => one.object === object);
      if (first === undefined) return;
      throw new Error(`${first.path}\nkustomize: ${print(first.expected)}\nhelm:      ${print(first.actual)}`);
    });
  }
}

async function compareValues(chart: Chart, result: Count): Promise<void> {
  const read = (file: string): string => readFileSync(path.join(chart.project, chart.folder, file), 'utf8');
  const values = parse(read('values.yaml')) as Json;
  const schema = JSON.parse(read('values.schema.json')) as Json;
  const changes = changedValues(values, schema);
  await attempt(result, `${chart.folder}/values.yaml has every value of the schema`, async () => {
    const missing = changes.map((one) => one.path).filter((one) => !pathsOf(values, schema).includes(one));
    if (missing.length > 0) throw new Error(missing.join(', '));
  });
  const unchanged = await text(chart, []);
  for (const change of changes) {
    const name = `${chart.folder}: ${change.path}`;
    await attempt(result, `${name} changes what is rendered`, async () => {
      const context = neededFor(change.path).map(flagOf);
      const before = context.length === 0 ? unchanged : await text(chart, context);
      const after = await text(chart, [...context, flagOf(change)]);
      if (before === after) throw new Error(`${print(change.value)} changes nothing`);
    });
    await attempt(result, `${name} of another type is refused`, async () => {
      const wrong = { path: change.path, value: typeof change.value === 'string' ? { a: [] } : 'wrong' };
      const said = await text(chart, [flagOf(wrong)]).catch((error: unknown) => messageOf(error));
      if (!said.includes("don't meet the specifications of the schema")) throw new Error('it is accepted');
    });
  }
  for (const [name, flag] of [
    ['an unknown value', 'manager.replica=2'],
    ['both certificates', 'certManager.enabled=true,ownCertificates.enabled=true'],
  ] as const) {
    await attempt(result, `${chart.folder}: ${name} is refused`, async () => {
      const said = await text(chart, ['--set', flag]).catch((error: unknown) => messageOf(error));
      if (!said.includes("don't meet the specifications of the schema")) throw new Error('it is accepted');
    });
  }
}

function flagOf({ path: name, value }: ChangedValue): string {
  return `--set-json=${name}=${JSON.stringify(value)}`;
}

function text({ project, helm, folder }: Chart, flags: readonly string[]): Promise<string> {
  return runProgram(helm, ['template', 'crew', folder, '--namespace', 'crew-system', ...flags], project);
}

function print(value: Json | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
