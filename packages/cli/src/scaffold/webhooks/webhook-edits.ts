import { addToCall, addToChain, type SourceReader } from '@kb/codegen';
import { CliError } from '../../cli-error.ts';
import { SCOPE } from '../../package-names.ts';
import { listDeclaration } from '../lists/list-declaration.ts';
import { addUnlessImported } from '../lists/imported-elsewhere.ts';
import type { ListToEdit } from '../lists/list-to-edit.ts';
import { namesInWebhook, webhookFile, type WebhookPart, webhookParts } from '../templates/webhook/webhook.ts';
import {
  builtInSpec,
  defaultingTest,
  validationTest,
  type WebhookTest,
  webhookTestHead,
} from '../templates/webhook/webhook-test.ts';
import { fittedStatement, flatStatement, statementOf } from '../templates/webhook/webhook-statement.ts';
import type { WebhookNames } from '../webhook-names.ts';
import { conversionEdits } from './conversion-edits.ts';
import type { WebhookTarget } from './webhook-target.ts';

/** The files of the kind's webhooks, and the lists that name them, with what the webhooks add to existing ones. */
export function webhookEdits(target: WebhookTarget, reader: SourceReader): ListToEdit[] {
  const { project, resource, requested } = target;
  const sources = `${project.paths.controller[0] ?? 'packages/controller'}/src`;
  const names = target.namesOf(resource);
  const parts = webhookParts(project, names, resource.webhooks ?? { webhookVersion: 'v1' });
  const edits = [
    webhookFileEdit(
      sources,
      names,
      parts,
      parts.filter(({ request }) => requested[request]),
    ),
    ...testEdits(sources, names, target),
    ...(resource.webhooks?.conversion === true && requested.conversion
      ? conversionEdits(sources, names, target, reader)
      : []),
    registryEdit(sources, names, reader),
    mainEdit(sources, reader),
  ];
  return edits;
}

function webhookFileEdit(
  sources: string,
  names: WebhookNames,
  parts: readonly WebhookPart[],
  requested: readonly WebhookPart[],
): ListToEdit {
  const local = namesInWebhook(names);
  const { handle } = local;
  // A chain as kb writes it stays formatted: it is edited as one line, and then broken as a new one is.
  const statements = choicesOf(parts).map((some) => statementOf(names, local, some));
  const replaced = (text: string, from: Write, to: Write): string =>
    statements.reduce((rest, one) => rest.replace(`\n${from(one)}\n`, () => `\n${to(one)}\n`), text);
  const flattened = (text: string): string => replaced(text, fittedStatement, flatStatement);
  const fitted = (text: string): string => replaced(text, flatStatement, fittedStatement);
  return {
    path: `${sources}/${names.base}.webhook.ts`,
    content: webhookFile(names, parts),
    added: requested.map((part) => ({
      byHand: `webhookFor(${handle}).${part.method}(${part.arguments})\n\n${part.statements}`.trimEnd(),
      add: async (text) => {
        const edit = await addToChain(flattened(text), {
          callee: 'webhookFor',
          argument: handle,
          variable: `${names.prefix}Webhooks`,
          method: part.method,
          arguments: part.arguments,
          before: part.statements,
          imports: part.imports,
        });
        return 'text' in edit ? { text: fitted(edit.text) } : edit;
      },
    })),
  };
}

type Write = typeof flatStatement;

/** Every choice of some of the parts, in every order: they are in the order in which they were asked for. */
function choicesOf(parts: readonly WebhookPart[]): WebhookPart[][] {
  return [
    [],
    ...parts.flatMap((part) => choicesOf(parts.filter((one) => one !== part)).map((others) => [part, ...others])),
  ];
}

function testEdits(
  sources: string,
  names: WebhookNames,
  { resource: { webhooks }, requested, specOf }: WebhookTarget,
): ListToEdit[] {
  const spec = names.core ? builtInSpec(names.kind) : specOf(names);
  const tests: (WebhookTest & { readonly isRequested: boolean })[] = [
    ...(webhooks?.defaulting === true ? [{ ...defaultingTest(names, spec), isRequested: requested.defaulting }] : []),
    ...(webhooks?.validation === true ? [{ ...validationTest(names, spec), isRequested: requested.validation }] : []),
  ];
  if (tests.length === 0) return [];
  return [
    {
      path: `${sources}/${names.base}.webhook.test.ts`,
      content: [webhookTestHead(names), ...tests.map(({ content }) => content)].join('\n'),
      added: tests
        .filter(({ isRequested }) => isRequested)
        .map(({ title, content }) => ({
          byHand: content,
          add: async (text) => ({ text: text.includes(title) ? text : `${text.trimEnd()}\n\n${content}` }),
        })),
    },
  ];
}

/** The source that lists the webhooks of all kinds, which main serves. */
export function webhooksList(kinds: readonly Pick<WebhookNames, 'prefix' | 'base'>[]): string {
  const imports = kinds.map(({ prefix, base }) => `import { ${prefix}Webhooks } from './${base}.webhook.ts';\n`);
  return `// "kb create webhook" adds each kind with webhooks here; the rest is yours to edit.
import type { WebhookDescription } from '${SCOPE}/runtime/webhook';
${imports.join('')}
/** The webhooks that main serves. */
${listDeclaration(
  'export const webhooks: readonly WebhookDescription[]',
  kinds.map(({ prefix }) => `${prefix}Webhooks`),
)}
`;
}

function registryEdit(sources: string, names: WebhookNames, reader: SourceReader): ListToEdit {
  const element = `${names.prefix}Webhooks`;
  const importFrom = `./${names.base}.webhook.ts`;
  return {
    path: `${sources}/webhooks.ts`,
    content: webhooksList([names]),
    added: [
      {
        byHand: `import { ${element} } from '${importFrom}';\nand ${element} to webhooks`,
        add: async (text) =>
          addUnlessImported(text, { list: 'webhooks', element, importName: element, importFrom }, { sources, reader }),
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
