import type { WebhookNames } from '../../webhook-names.ts';
import { SCOPE } from '../../../package-names.ts';
import { text } from '../../scaffold-file.ts';
import { fitLines } from '../fit-lines.ts';
import { type LocalNames, localNames } from '../local-names.ts';

/** A test of one part of a kind's webhooks. */
export interface WebhookTest {
  readonly title: string;
  readonly content: string;
}

function namesInTest(names: WebhookNames): LocalNames {
  return localNames(names, 'admit admitted expect object request test warnings');
}

/** The head of the file of tests. */
export function webhookTestHead(names: WebhookNames): string {
  const { module, prefix, base } = names;
  return text(`
    import { admit } from '${SCOPE}/testing';
    import { ${namesInTest(names).handleImport} } from '${module}';
    import { expect, test } from 'vitest';
    import { ${prefix}Webhooks } from './${base}.webhook.ts';
  `);
}

/** The test of the defaulting webhook. `spec`: that of an object which the API server accepts, as TypeScript. */
export function defaultingTest(names: WebhookNames, spec: string | undefined): WebhookTest {
  const { prefix, kind } = names;
  const { handle } = namesInTest(names);
  const call = `const admitted = await admit(${handle}, ${prefix}Webhooks, `;
  const lines = [`  ${handle},`, `  ${prefix}Webhooks,`];
  const title = `defaulting keeps what the author of ${kind} states`;
  return {
    title,
    content: fitLines(
      text(`
      test('${title}', async () => {
        const object = ${example(names, spec)};
        ${call}{ object });
        expect(admitted.object).toMatchObject(object);
      });
    `),
      [
        [`${call}{ object });`, `${call}{`, '  object,', '});'],
        [`${call}{ object });`, 'const admitted = await admit(', ...lines, '  { object },', ');'],
      ],
    ),
  };
}

/** The test of the validating webhook. */
export function validationTest(names: WebhookNames, spec: string | undefined): WebhookTest {
  const { prefix, kind } = names;
  const { handle } = namesInTest(names);
  const call = `const { warnings } = await admit(${handle}, ${prefix}Webhooks, `;
  const lines = [`  ${handle},`, `  ${prefix}Webhooks,`];
  const title = `a valid ${kind} can be created, changed and deleted`;
  return {
    title,
    content: fitLines(
      text(`
      test('${title}', async () => {
        const object = ${example(names, spec)};
        for (const request of [{ object }, { object, old: object }, { old: object }]) {
          ${call}request);
          expect(warnings).toEqual([]);
        }
      });
    `),
      [[`${call}request);`, 'const { warnings } = await admit(', ...lines, '  request,', ');']],
    ),
  };
}

function example({ lower, namespaced }: WebhookNames, spec: string | undefined): string {
  const metadata = `metadata: { name: '${lower}-sample'${namespaced ? ", namespace: 'default'" : ''} }`;
  if (spec === undefined) return `{ ${metadata} } as const`;
  return `{\n          ${metadata},\n          spec: ${spec},\n        } as const`;
}

/** The `spec` of a valid object of Kubernetes' own kinds; undefined for those that need none. */
export function builtInSpec(kind: string): string | undefined {
  const pod = "{ containers: [{ name: 'app', image: 'example.com/app:1' }] }";
  if (kind === 'Pod') return pod;
  const labels = "{ app: 'sample' }";
  const template = `template: { metadata: { labels: ${labels} }, spec: ${pod} }`;
  if (['Deployment', 'ReplicaSet', 'DaemonSet'].includes(kind))
    return `{ selector: { matchLabels: ${labels} }, ${template} }`;
  if (kind === 'StatefulSet') return `{ serviceName: 'sample', selector: { matchLabels: ${labels} }, ${template} }`;
  return undefined;
}
