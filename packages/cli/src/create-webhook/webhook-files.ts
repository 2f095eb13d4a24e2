import {
  addMarker,
  addToCall,
  addToChain,
  addToList,
  type ProjectFile,
  type ProjectResource,
  type SourceReader,
} from '@kb/codegen';
import { parse } from 'yaml';
import { CliError } from '../cli-error.ts';
import { SCOPE } from '../package-names.ts';
import { kindNames } from '../scaffold/kind-names.ts';
import { type ListToEdit } from '../scaffold/lists/list-to-edit.ts';
import { conversionFile, spokeFile, spokeTest, spokeVariable } from '../scaffold/templates/webhook/conversion.ts';
import { webhookFile, type WebhookPart, webhookParts } from '../scaffold/templates/webhook/webhook.ts';
import {
  builtInSpec,
  defaultingTest,
  validationTest,
  type WebhookTest,
  webhookTestHead,
} from '../scaffold/templates/webhook/webhook-test.ts';
import { toolVersions } from '../scaffold/templates/tool-versions.ts';
import { type WebhookNames, webhookNames } from '../scaffold/webhook-names.ts';

/** A kind with its webhooks, as PROJECT will list it. */
export interface WebhookTarget {
  readonly project: ProjectFile;
  readonly resource: ProjectResource;
  /** The versions to convert; empty without conversion. */
  readonly spokes: readonly ProjectResource[];
}

/** The files of the kind's webhooks, and the lists that name them, with what the webhooks add to existing ones. */
export function webhookEdits(target: WebhookTarget, reader: SourceReader): ListToEdit[] {
  const { project, resource } = target;
  const sources = `${project.paths.controller[0] ?? 'packages/controller'}/src`;
  const names = webhookNames(project, resource);
  const parts = webhookParts(project, names, resource.webhooks ?? { webhookVersion: 'v1' });
  const edits = [
    webhookFileEdit(sources, names, parts),
    ...testEdits(sources, names, target, reader),
    ...(resource.webhooks?.conversion === true ? conversionEdits(sources, names, target, reader) : []),
    registryEdit(sources, names),
    mainEdit(sources, reader),
  ];
  return edits;
}

function webhookFileEdit(sources: string, names: WebhookNames, parts: readonly WebhookPart[]): ListToEdit {
  const { handle } = names;
  return {
    path: `${sources}/${names.base}.webhook.ts`,
    content: webhookFile(names, parts),
    added: parts.map((part) => ({
      byHand: `webhookFor(${handle}).${part.method}(${part.arguments})\n\n${part.statements}`.trimEnd(),
      add: async (text) =>
        addToChain(text, {
          callee: 'webhookFor',
          argument: handle,
          method: part.method,
          arguments: part.arguments,
          before: part.statements,
          imports: part.imports,
        }),
    })),
  };
}

function testEdits(
  sources: string,
  names: WebhookNames,
  { project, resource: { webhooks } }: WebhookTarget,
  reader: SourceReader,
): ListToEdit[] {
  const spec = names.core ? builtInSpec(names.kind) : sampleSpec(project, names, reader);
  const tests: WebhookTest[] = [
    ...(webhooks?.defaulting === true ? [defaultingTest(names, spec)] : []),
    ...(webhooks?.validation === true ? [validationTest(names, spec)] : []),
  ];
  if (tests.length === 0) return [];
  return [
    {
      path: `${sources}/${names.base}.webhook.test.ts`,
      content: [webhookTestHead(names), ...tests.map(({ content }) => content)].join('\n'),
      added: tests.map(({ title, content }) => ({
        byHand: content,
        add: async (text) => ({ text: text.includes(title) ? text : `${text.trimEnd()}\n\n${content}` }),
      })),
    },
  ];
}

/** The `spec` of the kind's sample, as TypeScript; undefined if there is none. */
function sampleSpec(project: ProjectFile, names: WebhookNames, reader: SourceReader): string | undefined {
  const resource = project.resources.find((one) => one.kind === names.kind && one.version === names.version);
  if (resource === undefined) return undefined;
  const sample = reader.read(`${project.paths.config}/samples/${kindNames(resource).sampleFile}`);
  if (sample === undefined) return '{}';
  try {
    const content: unknown = parse(sample);
    return typeof content === 'object' && content !== null && 'spec' in content ? literal(content.spec) : undefined;
  } catch {
    // A broken sample is reported by what installs it.
    return '{}';
  }
}

/** A value of JSON as TypeScript, in the style of the rest. */
function literal(value: unknown): string {
  if (typeof value === 'string') return /['\\\n]/.test(value) ? JSON.stringify(value) : `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, one]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${literal(one)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function conversionEdits(
  sources: string,
  names: WebhookNames,
  { project, spokes }: WebhookTarget,
  reader: SourceReader,
): ListToEdit[] {
  const all = spokes.map((one) => webhookNames(project, one));
  const typesOf = ({ folder, lower }: WebhookNames): string =>
    `${project.paths.api[0] ?? 'packages/api'}/src/${folder}/${lower}.types.ts`;
  const hasFoo = [names, ...all].every((one) => reader.read(typesOf(one))?.includes('  foo?: string;') === true);
  return [
    {
      path: `${sources}/${names.base}.conversion.ts`,
      content: conversionFile(names, all),
      added: all.map((one) => {
        const variable = spokeVariable(names, one);
        const importFrom = `./${names.base}.${one.version}.conversion.ts`;
        return {
          byHand: `import { ${variable} } from '${importFrom}';\nand ${variable} to ${names.prefix}Spokes`,
          add: async (text) =>
            addToList(text, { list: `${names.prefix}Spokes`, element: variable, importName: variable, importFrom }),
        };
      }),
    },
    ...all.flatMap((one): ListToEdit[] => [
      { path: `${sources}/${names.base}.${one.version}.conversion.ts`, content: spokeFile(names, one), added: [] },
      {
        path: `${sources}/${names.base}.${one.version}.conversion.test.ts`,
        content: spokeTest(project, names, one, hasFoo),
        added: [],
      },
    ]),
    hubEdit(typesOf(names), names, reader),
    dependencyEdit(project, reader),
  ];
}

/** The hub is the stored version, and its CRD names the webhook. */
function hubEdit(path: string, { kind }: WebhookNames, reader: SourceReader): ListToEdit {
  const content = reader.read(path);
  const markers = ['+kubebuilder:storageversion', '+kb:conversion:strategy=Webhook'];
  if (content === undefined) {
    throw new CliError('KB_LIST_BY_HAND', `there is no ${path}, which would say that ${kind} is converted`, {
      hint: `Nothing was written. Add ${markers.map((one) => `"// ${one}"`).join(' and ')} above the type, and move it there.`,
    });
  }
  return {
    path,
    content,
    added: markers.map((one) => ({
      byHand: `// ${one}`,
      add: async (text) => addMarker(text, { type: kind, marker: `// ${one}`, knownBy: one.replace(/=.*/, '') }),
    })),
  };
}

/** The library of property tests. */
function dependencyEdit(project: ProjectFile, reader: SourceReader): ListToEdit {
  const version = toolVersions['fast-check'];
  const path = `${project.paths.controller[0] ?? 'packages/controller'}/package.json`;
  return {
    path,
    content: reader.read(path) ?? `${JSON.stringify({ devDependencies: { 'fast-check': version } })}\n`,
    added: [
      {
        byHand: `"fast-check": "${version}" to devDependencies`,
        add: async (text) => withDevDependency(text, 'fast-check', version),
      },
    ],
  };
}

function withDevDependency(text: string, name: string, version: string): { text: string } | { problem: string } {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    return { problem: 'it is not valid JSON' };
  }
  if (typeof manifest !== 'object' || manifest === null) return { problem: 'it is not an object' };
  const { devDependencies = {}, dependencies = {} } = manifest as Record<string, Record<string, string>>;
  if (name in devDependencies || name in dependencies) return { text };
  const sorted = Object.entries({ ...devDependencies, [name]: version }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const indentation = /^[ \t]+/m.exec(text)?.[0] ?? '  ';
  const next = { ...manifest, devDependencies: Object.fromEntries(sorted) };
  return { text: `${JSON.stringify(next, undefined, indentation)}${text.endsWith('\n') ? '\n' : ''}` };
}

/** The list of all webhooks, which main runs. */
function registryEdit(sources: string, { prefix, base }: WebhookNames): ListToEdit {
  const element = `${prefix}Webhooks`;
  const importFrom = `./${base}.webhook.ts`;
  return {
    path: `${sources}/webhooks.ts`,
    content: `// "kb create webhook" adds each kind with webhooks here; the rest is yours to edit.
import type { WebhookDescription } from '${SCOPE}/runtime/webhook';
import { ${element} } from '${importFrom}';

/** The webhooks that main serves. */
export const webhooks: readonly WebhookDescription[] = [${element}];
`,
    added: [
      {
        byHand: `import { ${element} } from '${importFrom}';\nand ${element} to webhooks`,
        add: async (text) => addToList(text, { list: 'webhooks', element, importName: element, importFrom }),
      },
    ],
  };
}

function mainEdit(sources: string, reader: SourceReader): ListToEdit {
  const path = `${sources}/main.ts`;
  const content = reader.read(path);
  const byHand = "import { webhooks } from './webhooks.ts';\nand webhooks to the options of runManager";
  if (content === undefined) {
    throw new CliError('KB_LIST_BY_HAND', `there is no ${path}, which would serve the webhooks`, {
      hint: 'Nothing was written. Write one that calls runManager({ controllers, webhooks }).',
    });
  }
  const property = {
    callee: 'runManager',
    property: 'webhooks',
    importName: 'webhooks',
    importFrom: './webhooks.ts',
  };
  return { path, content, added: [{ byHand, add: async (text) => addToCall(text, property) }] };
}
