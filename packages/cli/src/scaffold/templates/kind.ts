import { GROUP_VERSION_FILE, groupVersionText, type ProjectFile } from '@kb/codegen';
import type { KindNames } from '../kind-names.ts';
import { sampleNamespace, withLimitedMarkers } from '../../operator-namespace.ts';
import { type ScaffoldFile, text } from '../scaffold-file.ts';
import { SCOPE } from '../../package-names.ts';
import { clusterRoleBindings, controllerStatement } from './observing-controller.ts';
import { kindRoleFiles } from './config/kind-roles.ts';
import { type DeployImage, deployImageSample, deployImageTypes, resourceMarker } from './deploy-image/deploy-image.ts';
import { deployImageController, deployImageTest } from './deploy-image/deploy-image-controller.ts';
import { environmentLine, fitLines } from './fit-lines.ts';
import { localNames, machineryTypes } from './local-names.ts';
import { storyFile } from './story.ts';

/** The names in the sources of a kind that its handle must not have. */
const CONTROLLER_NAMES = 'client controllerFor generation key name namespace now object setCondition undefined';
const TEST_NAMES = 'crds createTestEnvironment env expect externalCrds key metadata status test undefined';

/** What a kind adds to a project, by hand from here on. */
export function kindFiles(
  project: ProjectFile,
  names: KindNames,
  options: { namespaced: boolean; controller: boolean; deployImage?: DeployImage | undefined },
): ScaffoldFile[] {
  const [api = 'packages/api'] = project.paths.api;
  const [controller = 'packages/controller'] = project.paths.controller;
  const folder = `${api}/src/${names.folder}`;
  const { deployImage } = options;
  const files: ScaffoldFile[] = [
    {
      path: `${folder}/${GROUP_VERSION_FILE}`,
      content: groupVersionText(names.group, names.version),
      whenThere: 'keep',
    },
    {
      path: `${folder}/${names.lower}.types.ts`,
      content: deployImage === undefined ? types(names, options.namespaced) : deployImageTypes(names, deployImage),
    },
    {
      path: `${project.paths.config}/samples/${names.sampleFile}`,
      content:
        deployImage === undefined
          ? sample(project, names, options.namespaced)
          : deployImageSample(project, names, deployImage),
    },
    ...kindRoleFiles(project, names, options.namespaced),
  ];
  const scope = `@${project.projectName}`;
  if (deployImage !== undefined) {
    const base = `${controller}/src/${names.controllerFile}`;
    files.push(
      {
        path: `${base}.ts`,
        content: withLimitedMarkers(deployImageController(scope, names, deployImage), project, true),
      },
      { path: `${base}.test.ts`, content: deployImageTest(scope, names, deployImage) },
    );
  } else if (options.controller) {
    files.push(...kindControllerFiles(project, names, options.namespaced));
  }
  return files;
}

/** The controller of a kind that writes its status, with a test, and the story that `npm start -- --once` plays. */
export function kindControllerFiles(project: ProjectFile, names: KindNames, namespaced: boolean): ScaffoldFile[] {
  const scope = `@${project.projectName}`;
  const sources = `${project.paths.controller[0] ?? 'packages/controller'}/src`;
  return [
    {
      path: `${sources}/${names.controllerFile}.ts`,
      content: withLimitedMarkers(controllerFile(scope, names), project, namespaced),
    },
    { path: `${sources}/${names.controllerFile}.test.ts`, content: testFile(scope, names, namespaced) },
    {
      path: `${sources}/story.ts`,
      content: storyFile(scope, names, namespaced ? sampleNamespace(project) : undefined),
      whenThere: 'keep',
    },
    ...clusterRoleBindings(project, namespaced),
  ];
}

function types(names: KindNames, namespaced: boolean): string {
  const { kind, version } = names;
  const { condition, base, imports } = machineryTypes(kind);
  return text(`
    import type { ${imports}, int64 } from '${SCOPE}/apimachinery';

    // Edit this file, then run "npx kb generate": it is the source of the CRD and of the typed client.

    /** Desired state of ${article(kind)} ${kind}. */
    export interface ${kind}Spec {
      /** An example of a field: remove it, and state what your users decide. */
      // +kubebuilder:validation:MinLength=1
      foo?: string;
    }

    /** Observed state of ${article(kind)} ${kind}. */
    export interface ${kind}Status {
      /** The generation of the spec that this status speaks of. */
      observedGeneration?: int64;
      /** How it stands, by type. */
      // +listType=map
      // +listMapKey=type
      conditions?: ${condition}[];
    }

    /** ${kind} is a kind of the ${version} API. */
    // +kubebuilder:object:root=true
    // +kubebuilder:subresource:status${resourceMarker(names, namespaced)}
    // +kubebuilder:printcolumn:name="Ready",type=string,JSONPath=\`.status.conditions[?(@.type=="Ready")].status\`
    // +kubebuilder:printcolumn:name="Age",type=date,JSONPath=\`.metadata.creationTimestamp\`
    export interface ${kind} extends ${base} {
      spec: ${kind}Spec;
      status?: ${kind}Status;
    }
  `);
}

function sample(project: ProjectFile, { group, version, kind, lower }: KindNames, namespaced: boolean): string {
  return text(`
    apiVersion: ${group}/${version}
    kind: ${kind}
    metadata:
      labels:
        app.kubernetes.io/name: ${project.projectName}
        app.kubernetes.io/managed-by: kustomize
      name: ${lower}-sample${namespaced ? `\n      namespace: ${sampleNamespace(project)}` : ''}
    spec:
      foo: bar
  `);
}

function controllerFile(scope: string, names: KindNames): string {
  const { kind, group, plural, folder } = names;
  const { handle, handleImport } = localNames(names, CONTROLLER_NAMES);
  const head = text(`
    import { setCondition } from '${SCOPE}/apimachinery';
    import { type Controller, controllerFor } from '${SCOPE}/runtime';
    import { ${handleImport} } from '${scope}/client/${folder}';

    // What the operator may do: "npx kb generate" makes the role from these lines.
    // +kubebuilder:rbac:groups=${group},resources=${plural},verbs=get;list;watch
    // +kubebuilder:rbac:groups=${group},resources=${plural}/status,verbs=get;update;patch
    // +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch

    /** Brings the world to what each ${kind} says. */
  `);
  const body = text(`
    const object = client.cached(${handle}).get(key);
    if (!object || object.metadata.deletionTimestamp) return;

    // State the children here: await client.apply(deployments, deploymentFor(object), { controlledBy: object }),
    // and let the controller watch them: controllerFor(${handle}).owns(deployments).

    const { name, namespace, generation } = object.metadata;
    await client.applyStatus(${handle}, {
      metadata: { name, namespace },
      status: {
        observedGeneration: generation,
        conditions: setCondition(
          object.status?.conditions,
          {
            type: 'Ready',
            status: 'True',
            reason: 'Reconciled',
            message: 'The ${kind} is as it should be',
            observedGeneration: generation,
          },
          now(),
        ),
      },
    });
  `);
  return head + controllerStatement({ ...names, handle }, 'async ({ key, client, now })', body);
}

function testFile(scope: string, names: KindNames, namespaced: boolean): string {
  const { kind, controller, folder, lower } = names;
  const { handle, handleImport } = localNames(names, TEST_NAMES);
  const environment = environmentLine(controller);
  return fitLines(
    text(`
    import { createTestEnvironment } from '${SCOPE}/testing';
    import { ${handleImport} } from '${scope}/client/${folder}';
    import { expect, test } from 'vitest';
    import { ${controller} } from './${names.controllerFile}.ts';
    import { crds, externalCrds } from './crds.ts';

    test('${article(kind)} ${kind} becomes ready', async () => {
      ${environment[0]}
      const key = ${namespaced ? `{ namespace: env.namespace, name: '${lower}-sample' }` : `{ name: '${lower}-sample' }`};
      await env.client.create(${handle}, { metadata: key, spec: { foo: 'bar' } });
      await env.eventually(async () => {
        const { status, metadata } = await env.client.get(${handle}, key);
        expect(status?.observedGeneration).toBe(metadata.generation);
        expect(status?.conditions).toMatchObject([{ type: 'Ready', status: 'True' }]);
      });
    });
  `),
    [environment],
  );
}

function article(word: string): string {
  return /^[AEIOU]/.test(word) ? 'an' : 'a';
}
