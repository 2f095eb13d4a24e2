import type { ProjectFile, ProjectResource } from '@kb/codegen';
import { SCOPE } from '../../package-names.ts';
import type { ControllerNames } from '../kind-names.ts';
import { withLimitedMarkers } from '../../operator-namespace.ts';
import { type ScaffoldFile, text } from '../scaffold-file.ts';
import { type FindBuiltIn, type WebhookNames, webhookNames } from '../webhook-names.ts';
import { clusterRoleBindingFile } from './config/rbac.ts';
import { environmentLine, fitLines, fits } from './fit-lines.ts';
import { localNames } from './local-names.ts';
import { PRINT_WIDTH } from './workspace/json-text.ts';

/** A kind with a status that something else writes: another project, Kubernetes itself, or another controller. */
export interface ObservedKind extends Pick<WebhookNames, 'kind' | 'group' | 'plural' | 'handle' | 'module'> {
  readonly namespaced: boolean;
  readonly owner: 'another project' | 'Kubernetes' | 'another controller';
}

/** A kind of PROJECT as a controller sees it that is not the one that writes its status. */
export function observedKind(
  project: ProjectFile,
  resource: ProjectResource,
  facts: { readonly findBuiltIn: FindBuiltIn; readonly isNamespaced: (resource: ProjectResource) => boolean },
): ObservedKind {
  const names = webhookNames(project, resource, facts.findBuiltIn);
  const namespaced = resource.external === true ? facts.isNamespaced(resource) : names.namespaced;
  const owner =
    resource.core === true ? 'Kubernetes' : resource.external === true ? 'another project' : 'another controller';
  return { ...names, namespaced, owner };
}

/** A controller that adds something to objects that others own, by hand from here on, with a test. */
export function observingControllerFiles(
  project: ProjectFile,
  kind: ObservedKind,
  names: ControllerNames,
): ScaffoldFile[] {
  const base = `${project.paths.controller[0] ?? 'packages/controller'}/src/${names.controllerFile}`;
  return [
    { path: `${base}.ts`, content: withLimitedMarkers(controllerFile(kind, names), project, kind.namespaced) },
    { path: `${base}.test.ts`, content: testFile(kind, names) },
    ...clusterRoleBindings(project, kind.namespaced),
  ];
}

/** The binding for a kind without a namespace, if the operator watches single ones. */
export function clusterRoleBindings(project: ProjectFile, namespaced: boolean): ScaffoldFile[] {
  return project.namespaced === true && !namespaced ? [clusterRoleBindingFile(project)] : [];
}

const about: Readonly<Record<ObservedKind['owner'], string>> = {
  'another project': ', a kind of another project,',
  Kubernetes: ', a kind of Kubernetes,',
  'another controller': '',
};

function controllerFile(observed: ObservedKind, names: ControllerNames): string {
  const { kind, group, plural, module, owner } = observed;
  const { handle, handleImport } = localNames(observed, 'client controllerFor key log object undefined');
  const head = text(`
    import { type Controller, controllerFor } from '${SCOPE}/runtime';
    import { ${handleImport} } from '${module}';

    // What the operator may do: "npx kb generate" makes the role from these lines.
    // +kubebuilder:rbac:groups=${group === '' ? '""' : group},resources=${plural},verbs=get;list;watch

    /** Does what each ${kind}${about[owner]} asks of this one. */
  `);
  const body = text(`
    const object = client.cached(${handle}).get(key);
    if (!object || object.metadata.deletionTimestamp) return;

    // Its spec and status have owners already. State what you add beside it:
    // await client.apply(configMaps, configMapFor(object), { controlledBy: object }).
    log.info('${kind} seen', { generation: object.metadata.generation });
  `);
  return head + controllerStatement({ ...names, handle }, 'async ({ key, client, log })', body);
}

function testFile(observed: ObservedKind, names: ControllerNames): string {
  const { kind, module, namespaced } = observed;
  const { handle, handleImport } = localNames(observed, 'crds createTestEnvironment env expect externalCrds test');
  const { controller, controllerFile: file } = names;
  const environment = environmentLine(controller);
  const where = namespaced ? ', { namespace: env.namespace }' : '';
  return fitLines(
    text(`
    import { createTestEnvironment } from '${SCOPE}/testing';
    import { ${handleImport} } from '${module}';
    import { expect, test } from 'vitest';
    import { ${controller} } from './${file}.ts';
    import { crds, externalCrds } from './crds.ts';

    test('the controller watches ${kind} objects', async () => {
      ${environment[0]}
      // Create one as its users do, and expect what the controller makes of it.
      expect((await env.client.list(${handle}${where})).items).toEqual([]);
    });
  `),
    [environment],
  );
}

/** The statement that makes a controller, as formatters write it. `body`: the lines of its function. */
export function controllerStatement(
  { controller, controllerName, handle }: ControllerNames & { readonly handle: string },
  parameters: string,
  body: string,
): string {
  const declaration = `export const ${controller}: Controller = controllerFor(${handle})`;
  const lines = (depth: number): string => body.replaceAll(/^(?=.)/gm, '  '.repeat(depth));
  const begin = `${parameters} => {\n`;
  if (controllerName !== undefined)
    return `${declaration}\n  .named('${controllerName}')\n  .reconcile(${begin}${lines(2)}  });\n`;
  if (`${declaration}.reconcile(${begin}`.length - 1 <= PRINT_WIDTH)
    return `${declaration}.reconcile(${begin}${lines(1)}});\n`;
  if (fits(`${declaration}.reconcile(`)) return `${declaration}.reconcile(\n  ${begin}${lines(2)}  },\n);\n`;
  const made = `export const ${controller}: Controller = controllerFor(\n  ${handle},\n)`;
  return `${made}.reconcile(${begin}${lines(1)}});\n`;
}
