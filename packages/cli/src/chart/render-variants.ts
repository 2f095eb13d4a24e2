import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GeneratedFile } from '@kb/codegen';
import { renderKustomization } from '../deploy/render-kustomization.ts';
import type { Manifest } from '../manifests/manifests.ts';
import type { OpenProject } from '../open-project.ts';
import { type ConfigComponent, configComponents } from '../scaffold/components/components.ts';
import { editedComponents, listedComponents, switchComponents } from '../scaffold/components/switch-components.ts';
import { overlayReader, scaffoldChanges } from '../scaffold/plan-scaffold.ts';
import type { Parts, Switch } from './template/conditions.ts';

/** What `config/default` renders with some parts. */
export interface Variant {
  readonly parts: Parts;
  readonly objects: readonly Manifest['object'][];
}

/** The parts that a chart switches, and the components of `config/default` that they are. */
const switchOf: Readonly<Record<string, Switch>> = {
  webhook: 'webhook',
  'cert-manager': 'certManager',
  'own-certificates': 'ownCertificates',
  'metrics-certificate': 'metricsCertificate',
  prometheus: 'prometheus',
  'network-policy': 'networkPolicy',
};

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Renders `config/default` as it is, first, and then with each choice of parts that a chart offers: in a copy, so that
 * the project stays as it is. Where `config/default` has no list of parts, there is nothing to choose.
 */
export async function renderVariants(project: OpenProject, env: Env): Promise<Variant[]> {
  const { config } = project.project.paths;
  const folder = path.join(config, 'default');
  const text = project.reader.read(`${config}/default/kustomization.yaml`) ?? '';
  const listed = listedComponents(text);
  const render = async (root: string): Promise<Manifest['object'][]> =>
    (await renderKustomization(path.join(root, folder), env)).map(({ object }) => object);
  const current: Variant = { parts: partsOf(listed), objects: await render(project.root) };
  const bare = editedComponents(text, configComponents, 'remove');
  if (bare === undefined) return [current];
  const copies = mkdtempSync(path.join(tmpdir(), 'kb-chart-'));
  try {
    const choices = choicesOf(listed).filter((choice) => !isEqual(partsOf(choice), current.parts));
    const others = await Promise.all(
      choices.map(async (choice, index): Promise<Variant> => {
        const root = path.join(copies, String(index));
        copyOf(project, root, changesFor(choice, bare, project));
        return { parts: partsOf(choice), objects: await render(root) };
      }),
    );
    return [current, ...others];
  } finally {
    rmSync(copies, { recursive: true, force: true });
  }
}

function partsOf(components: readonly ConfigComponent[]): Parts {
  return new Set(components.flatMap(({ name }) => switchOf[name] ?? []));
}

function isEqual(a: Parts, b: Parts): boolean {
  return a.size === b.size && [...a].every((part) => b.has(part));
}

/** The choices of parts that tell all parts apart. Only projects with webhooks have certificates for them. */
function choicesOf(listed: readonly ConfigComponent[]): ConfigComponent[][] {
  const hasWebhooks = listed.some(({ name }) => name === 'webhook');
  const withMetricsCertificate = ['webhook', 'cert-manager', 'metrics-certificate'];
  const ofWebhooks = [
    ['webhook'],
    ['webhook', 'cert-manager'],
    ['webhook', 'own-certificates'],
    withMetricsCertificate,
    ['webhook', 'cert-manager', 'prometheus'],
    [...withMetricsCertificate, 'prometheus'],
  ];
  const choices = [[], ['prometheus'], ['network-policy'], ...(hasWebhooks ? ofWebhooks : [])];
  return choices.map((names) => configComponents.filter(({ name }) => names.includes(name)));
}

function changesFor(choice: readonly ConfigComponent[], bare: string, project: OpenProject): GeneratedFile[] {
  const file = `${project.project.paths.config}/default/kustomization.yaml`;
  const reader = overlayReader(project.reader, [{ path: file, content: bare }]);
  const { added, edited } = switchComponents({ on: choice, off: [] }, project.project, reader);
  return [...scaffoldChanges(project.root, added, reader), { path: file, content: bare }, ...edited];
}

/** Folders that no kustomization reads. */
const leftOut = new Set(['node_modules', 'packages', 'dist']);

function copyOf({ root }: OpenProject, to: string, changes: readonly GeneratedFile[]): void {
  mkdirSync(to);
  for (const { name } of readdirSync(root, { withFileTypes: true })) {
    if (leftOut.has(name) || name.startsWith('.')) continue;
    cpSync(path.join(root, name), path.join(to, name), { recursive: true });
  }
  for (const { path: file, content } of changes) {
    mkdirSync(path.dirname(path.join(to, file)), { recursive: true });
    writeFileSync(path.join(to, file), content);
  }
}
