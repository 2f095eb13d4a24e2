import { operatorNamespace, type ProjectFile, type ProjectWebhooks } from '@kb/codegen';
import type { WebhookNames } from '../../webhook-names.ts';
import { SCOPE } from '../../../package-names.ts';
import { text } from '../../scaffold-file.ts';
import { fitLines } from '../fit-lines.ts';
import { type LocalNames, localNames } from '../local-names.ts';
import { PRINT_WIDTH } from '../workspace/json-text.ts';
import { fittedStatement, statementOf } from './webhook-statement.ts';

/** One part of a kind's webhooks: what it adds to the file of the webhooks. */
export interface WebhookPart {
  /** What asks for it. */
  readonly request: 'defaulting' | 'validation' | 'conversion';
  /** The method of the builder. */
  readonly method: 'defaults' | 'validates' | 'converts';
  /** The arguments of the method. */
  readonly arguments: string;
  /** The statements that it needs, with an empty line after each. */
  readonly statements: string;
  readonly imports: readonly { readonly importName: string; readonly importFrom: string; readonly isType?: boolean }[];
}

/** The parts of the webhooks of a kind, in the order in which the file has them. */
export function webhookParts(project: ProjectFile, names: WebhookNames, webhooks: ProjectWebhooks): WebhookPart[] {
  return [
    ...(webhooks.defaulting === true ? [defaultingPart(project, names, webhooks.defaultingPath)] : []),
    ...(webhooks.validation === true ? [validationPart(project, names, webhooks.validationPath)] : []),
    ...(webhooks.conversion === true ? [conversionPart(names)] : []),
  ];
}

/** The names of a kind in the file of its webhooks. */
export function namesInWebhook(names: Pick<WebhookNames, 'kind' | 'handle'>): LocalNames {
  return localNames(
    names,
    'AdmittedObject Defaulter FieldError Status Validator WebhookBuilder errors invalid metadata object undefined webhookFor',
  );
}

/** The file of the webhooks of a kind, by hand from here on. */
export function webhookFile(names: WebhookNames, parts: readonly WebhookPart[]): string {
  const { module, kind } = names;
  const { type, handle, typeImport, handleImport } = namesInWebhook(names);
  const imports = new Map<string, string[]>([
    [`${SCOPE}/apimachinery`, []],
    [`${SCOPE}/runtime/webhook`, ['type WebhookBuilder', 'webhookFor']],
    [module, [handleImport, `type ${typeImport}`]],
  ]);
  for (const { importName, importFrom, isType = false } of parts.flatMap((part) => part.imports)) {
    const name = isType ? `type ${importName}` : importName;
    const all = imports.get(importFrom) ?? [];
    imports.set(importFrom, all.includes(name) ? all : [...all, name]);
  }
  const bare = (name: string): string => name.replace(/^type /, '');
  const lines = [...imports]
    .filter(([, all]) => all.length > 0)
    .map(([from, all]) =>
      importOf(
        all.toSorted((a, b) => bare(a).localeCompare(bare(b), 'en')),
        from,
      ),
    );
  return `${lines.join('')}
${parts.map(({ statements }) => statements).join('')}/** The webhooks of ${kind}. */
${fittedStatement(statementOf(names, { type, handle }, parts))}
`;
}

/** An import, on several lines if it does not fit into one. */
function importOf(names: readonly string[], from: string): string {
  const line = `import { ${names.join(', ')} } from '${from}';\n`;
  return line.length <= PRINT_WIDTH + 1
    ? line
    : `import {\n${names.map((name) => `  ${name},\n`).join('')}} from '${from}';\n`;
}

function defaultingPart(project: ProjectFile, names: WebhookNames, path: string | undefined): WebhookPart {
  const { prefix, kind } = names;
  const { type } = namesInWebhook(names);
  const defaulter = `export const ${prefix}Defaulter: Defaulter<${type}>`;
  return {
    request: 'defaulting',
    method: 'defaults',
    arguments: `${prefix}Defaulter${path === undefined ? '' : `, { path: '${path}' }`}`,
    imports: [{ importName: 'Defaulter', importFrom: `${SCOPE}/runtime/webhook`, isType: true }],
    statements: fitLines(
      text(`
      ${marker(project, names, 'mutating', path)}

      /** Sets what the author of ${article(kind)} ${kind} left out. */
      ${defaulter} = (_${prefix}) => {
        // Return a new object with the defaults: { ...object, spec: { ...object.spec, replicas: 1 } }.
        // Nothing leaves the object as it is.
        return undefined;
      };

    `),
      [[`${defaulter} = (_${prefix}) => {`, `${defaulter} = (`, `  _${prefix},`, ') => {']],
    ),
  };
}

function validationPart(project: ProjectFile, names: WebhookNames, path: string | undefined): WebhookPart {
  const { prefix, kind } = names;
  const { type, handle } = namesInWebhook(names);
  const machinery = `${SCOPE}/apimachinery`;
  const rest = `AdmittedObject<${type}>): Status | undefined {`;
  const validate = `function validate${kind}({ metadata }: ${rest}`;
  const refusal = `invalid(${handle}, metadata.name ?? '', errors)`;
  return {
    request: 'validation',
    method: 'validates',
    arguments: `${prefix}Validator${path === undefined ? '' : `, { path: '${path}' }`}`,
    imports: [
      { importName: 'FieldError', importFrom: machinery, isType: true },
      { importName: 'invalid', importFrom: machinery },
      { importName: 'Status', importFrom: machinery, isType: true },
      { importName: 'AdmittedObject', importFrom: `${SCOPE}/runtime/webhook`, isType: true },
      { importName: 'Validator', importFrom: `${SCOPE}/runtime/webhook`, isType: true },
    ],
    statements: fitLines(
      text(`
      ${marker(project, names, 'validating', path)}

      /** Refuses what ${article(kind)} ${kind} must not say. For a function "delete", add delete to the verbs of the marker. */
      export const ${prefix}Validator: Validator<${type}> = {
        create: (object) => validate${kind}(object),
        update: (object) => validate${kind}(object),
      };

      ${validate}
        const errors: FieldError[] = [];
        // Add what is wrong: errors.push(fieldInvalid('spec.replicas', 13, 'brings bad luck')).
        return errors.length > 0 ? ${refusal} : undefined;
      }

    `),
      [
        [validate, `function validate${kind}({`, '  metadata,', `}: ${rest}`],
        [
          `return errors.length > 0 ? ${refusal} : undefined;`,
          'return errors.length > 0',
          `  ? ${refusal}`,
          '  : undefined;',
        ],
      ],
    ),
  };
}

function conversionPart({ prefix, base }: WebhookNames): WebhookPart {
  return {
    request: 'conversion',
    method: 'converts',
    arguments: `${prefix}Converter`,
    imports: [{ importName: `${prefix}Converter`, importFrom: `./${base}.conversion.ts` }],
    statements: '',
  };
}

function marker(
  project: ProjectFile,
  names: WebhookNames,
  type: 'mutating' | 'validating',
  path: string = names.paths[type],
): string {
  const { group, plural, version, base } = names;
  const name = `${type[0] ?? ''}${base}${base.endsWith(`-${version}`) ? '' : `-${version}`}.kb.io`;
  const selectors = selectorsOf(project, names);
  const patch = selectors === undefined ? '' : `,patch=\`${JSON.stringify(selectors)}\``;
  return `// +kubebuilder:webhook:path=${path},mutating=${type === 'mutating'},failurePolicy=fail,sideEffects=None,groups=${group === '' ? '""' : group},resources=${plural},verbs=create;update,versions=${version},name=${name},admissionReviewVersions=v1${patch}`;
}

const NAMESPACE_NAME = 'kubernetes.io/metadata.name';

/**
 * What limits a webhook. Those of Kubernetes' own kinds leave out what the operator itself is made of: its Pods must
 * start while it does not run. Those of an operator of one namespace are called for objects in it only.
 */
function selectorsOf(project: ProjectFile, { core, namespaced }: WebhookNames): object | undefined {
  const own = operatorNamespace(project);
  if (project.namespaced === true && namespaced) {
    const operator = { key: 'control-plane', operator: 'NotIn', values: ['controller-manager'] };
    return {
      namespaceSelector: { matchLabels: { [NAMESPACE_NAME]: own } },
      ...(core && { objectSelector: { matchExpressions: [operator] } }),
    };
  }
  if (!core) return undefined;
  return {
    namespaceSelector: {
      matchExpressions: [{ key: NAMESPACE_NAME, operator: 'NotIn', values: ['kube-system', own] }],
    },
  };
}

function article(word: string): string {
  return /^[AEIOU]/.test(word) ? 'an' : 'a';
}
