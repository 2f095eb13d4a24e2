import { SCOPE } from '../../../package-names.ts';
import type { KindNames } from '../../kind-names.ts';
import { text } from '../../scaffold-file.ts';
import { environmentLine, fitLines } from '../fit-lines.ts';
import { localNames } from '../local-names.ts';
import type { DeployImage } from './deploy-image.ts';

/** The names in the sources below that the kind, or its handle, must not have. */
const CONTROLLER_NAMES =
  'Condition Controller DeepReadonly Deployment DeploymentApply FINALIZER Omit asReconciler availabilityOf available child client controllerFor createFinalizers deployment deploymentFor deployments events finalizers found generation isAvailable labels metadata name namespace now object result setCondition spec status undefined wanted';
const TEST_NAMES =
  'client crds createTestEnvironment deployments env eventually expect externalCrds isNotFound key metadata namespace spec status test undefined';

/** The controller of a kind whose objects run an image: a Deployment for each of them. */
export function deployImageController(scope: string, names: KindNames, deployImage: DeployImage): string {
  const { kind, group, plural, controller, controllerName, folder, lower } = names;
  const { type, handle, typeImport, handleImport } = localNames(names, CONTROLLER_NAMES);
  const { command, port, runAsUser } = deployImage;
  const rest = `DeepReadonly<${type}>): DeploymentApply {`;
  const begin = `function deploymentFor({ metadata: { name, namespace }, spec }: ${rest}`;
  const lines = (...all: readonly (string | undefined)[]): string =>
    all.flatMap((line) => (line === undefined ? [] : [`\n                ${line}`])).join('');
  const commandLine = command && `command: [${command.map(quoted).join(', ')}],`;
  const portLine =
    port === undefined ? undefined : `ports: [{ name: 'main', containerPort: spec.containerPort ?? ${port} }],`;
  const named = controllerName === undefined ? '' : `\n      .named('${controllerName}')`;
  return fitLines(
    text(`
    import { type Condition, type DeepReadonly, setCondition } from '${SCOPE}/apimachinery';
    import { type Deployment, type DeploymentApply, deployments } from '${SCOPE}/kubernetes/apps/v1';
    import { asReconciler, type Controller, controllerFor, createFinalizers } from '${SCOPE}/runtime';
    import { type ${typeImport}, ${handleImport} } from '${scope}/client/${folder}';

    // What the operator may do: "npx kb generate" makes the role from these lines.
    // +kubebuilder:rbac:groups=${group},resources=${plural},verbs=get;list;watch;patch
    // +kubebuilder:rbac:groups=${group},resources=${plural}/status,verbs=get;patch
    // +kubebuilder:rbac:groups=${group},resources=${plural}/finalizers,verbs=update
    // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch
    // +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch

    const FINALIZER = '${group}/finalizer';

    /** Keeps a Deployment of the image for each ${kind}, and reports how it stands. */
    export const ${controller}: Controller = controllerFor(${handle})${named}
      .owns(deployments)
      .reconcile(
        asReconciler(${handle}, async (found, { client, events, now }) => {
          const finalizers = createFinalizers<${type}>();
          finalizers.register(FINALIZER, (object) => {
            // Release here what is outside the cluster. The Deployment goes by itself, because the object owns it.
            events.event(object, { reason: 'Deleting', note: \`\${object.metadata.name} is being deleted\` });
          });
          const object = await finalizers.reconcile(client, ${handle}, found);
          if (object.metadata.deletionTimestamp) return;

          const deployment = await client.apply(deployments, deploymentFor(object), {
            controlledBy: object,
            onResult: (result, child) => {
              if (result === 'unchanged') return;
              events.event(object, { reason: 'Applied', note: \`Deployment \${child.metadata.name}: \${result}\` });
            },
          });
          const { name, namespace, generation } = object.metadata;
          await client.applyStatus(${handle}, {
            metadata: { name, namespace },
            status: {
              observedGeneration: generation,
              availableReplicas: deployment.status?.availableReplicas ?? 0,
              conditions: setCondition(object.status?.conditions, availabilityOf(object, deployment), now()),
            },
          });
        }),
      );

    /** The Deployment of ${article(kind)} ${kind}: everything that this operator decides about it. */
    ${begin}
      // Selectors cannot change, so they name the object, and nothing that its author may change.
      const labels = { 'app.kubernetes.io/name': '${lower}', 'app.kubernetes.io/instance': name };
      return {
        metadata: { name, namespace, labels },
        spec: {
          replicas: spec.replicas,
          selector: { matchLabels: labels },
          template: {
            metadata: { labels },
            spec: {
              securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
              containers: [
                {
                  name: '${lower}',
                  image: spec.image,${lines(commandLine, portLine).replaceAll('\n', '\n  ')}
                  securityContext: {${runAsUser === undefined ? '' : `\n                    runAsUser: ${runAsUser},`}
                    allowPrivilegeEscalation: false,
                    capabilities: { drop: ['ALL'] },
                  },
                },
              ],
            },
          },
        },
      };
    }

    /** Whether as many Pods are available as the ${kind} wants. */
    function availabilityOf(
      { metadata, spec }: DeepReadonly<${type}>,
      { status, metadata: { generation } }: DeepReadonly<Deployment>,
    ): Omit<Condition, 'lastTransitionTime'> {
      const wanted = spec.replicas ?? 1;
      const available = status?.observedGeneration === generation ? (status?.availableReplicas ?? 0) : 0;
      const isAvailable = available >= wanted;
      return {
        type: 'Available',
        status: isAvailable ? 'True' : 'False',
        reason: isAvailable ? 'Available' : 'PodsNotAvailable',
        message: \`\${available} of \${wanted} Pods are available\`,
        observedGeneration: metadata.generation,
      };
    }
  `),
    [[begin, 'function deploymentFor({', '  metadata: { name, namespace },', '  spec,', `}: ${rest}`]],
  );
}

/** The test of the controller. */
export function deployImageTest(scope: string, names: KindNames, { image }: DeployImage): string {
  const { kind, controller, folder, lower } = names;
  const { handle, handleImport } = localNames(names, TEST_NAMES);
  const environment = environmentLine(controller);
  return fitLines(
    text(`
    import { isNotFound } from '${SCOPE}/apimachinery';
    import { deployments } from '${SCOPE}/kubernetes/apps/v1';
    import { createTestEnvironment } from '${SCOPE}/testing';
    import { ${handleImport} } from '${scope}/client/${folder}';
    import { expect, test } from 'vitest';
    import { ${controller} } from './${names.controllerFile}.ts';
    import { crds, externalCrds } from './crds.ts';

    test('${article(kind)} ${kind} runs its image, follows its spec, and goes with its finalizer', async () => {
      ${environment[0]}
      const { client, eventually, namespace } = env;
      const key = { namespace, name: '${lower}-sample' };

      await client.create(${handle}, { metadata: key, spec: {} });
      await eventually(async () => {
        const { spec } = await client.get(deployments, key);
        expect(spec.replicas).toBe(1);
        expect(spec.template.spec?.containers[0]?.image).toBe('${image}');
        const { metadata } = await client.get(${handle}, key);
        expect(metadata.finalizers).toHaveLength(1);
      });

      await client.patch(${handle}, key, { type: 'merge', value: { spec: { replicas: 0 } } });
      await eventually(async () => {
        expect((await client.get(deployments, key)).spec.replicas).toBe(0);
        const { metadata, status } = await client.get(${handle}, key);
        expect(status).toMatchObject({ observedGeneration: metadata.generation, availableReplicas: 0 });
        expect(status?.conditions).toMatchObject([{ type: 'Available', status: 'True' }]);
      });

      await client.delete(${handle}, key);
      await eventually(async () => {
        expect(await client.get(${handle}, key).then(() => false, isNotFound)).toBe(true);
      });
    });
  `),
    [environment],
  );
}

/** A string as formatters write it. */
function quoted(word: string): string {
  if (word.includes("'") && !word.includes('"')) return JSON.stringify(word);
  return `'${word.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}

function article(word: string): string {
  return /^[AEIOU]/.test(word) ? 'an' : 'a';
}
