import { defineResource, isAlreadyExists, isNotFound, type KubernetesObject } from '@kb/apimachinery';
import { installManifests, type Manifest } from '@kb/cli/dev';
import { type Client, systemClock } from '@kb/client';
import {
  mutatingWebhookConfigurations,
  validatingWebhookConfigurations,
} from '@kb/kubernetes/admissionregistration/v1';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { secrets } from '@kb/kubernetes/core/v1';
import { createSelfSignedCertificate } from '@kb/runtime/serving';
import type { WebhookClientConfig } from './webhook-callers.ts';

interface Certificate extends KubernetesObject {
  spec: { dnsNames: string[]; secretName: string; issuerRef: { kind: string; name: string } };
}

interface Issuer extends KubernetesObject {
  spec: { selfSigned?: object };
}

const group = { group: 'cert-manager.io', version: 'v1', namespaced: true } as const;
const certificates = defineResource<Certificate>({ ...group, kind: 'Certificate', plural: 'certificates' });
const issuers = defineResource<Issuer>({ ...group, kind: 'Issuer', plural: 'issuers' });

const ANNOTATION = 'cert-manager.io/inject-ca-from';

/** How long it waits between two looks at the cluster, in milliseconds. */
const PAUSE = 250;

/**
 * Installs the kinds of cert-manager, and does what a project needs of it: the Secret of each Certificate of a
 * self-signed Issuer, and its CA in what has the annotation. Returns the function that stops it, which rejects if it
 * failed meanwhile. (The real cert-manager runs in the software suite.)
 */
export async function startCertManager(client: Client): Promise<() => Promise<void>> {
  await installManifests(client, [definitionOf('Certificate'), definitionOf('Issuer')]);
  const stopped = new AbortController();
  const running = (async () => {
    while (!stopped.signal.aborted) {
      for (const certificate of (await client.list(certificates)).items) await serve(client, certificate);
      await systemClock.sleep(PAUSE);
    }
  })();
  // The caller that stops it gets the error.
  running.catch(() => undefined);
  return async () => {
    stopped.abort();
    await running;
  };
}

function definitionOf(kind: 'Certificate' | 'Issuer'): Manifest {
  const plural = `${kind.toLowerCase()}s`;
  const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  return {
    file: `the definition of ${kind}`,
    object: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.cert-manager.io` },
      spec: {
        group: 'cert-manager.io',
        names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
        scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      },
    } as Manifest['object'],
  };
}

async function serve(client: Client, { metadata, spec }: Certificate): Promise<void> {
  const { namespace = '', name } = metadata;
  const issuer = await client.get(issuers, { namespace, name: spec.issuerRef.name }).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  if (issuer?.spec.selfSigned === undefined) return;
  const key = { namespace, name: spec.secretName };
  try {
    await client.get(secrets, key);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const {
      ca,
      cert,
      key: privateKey,
    } = await createSelfSignedCertificate({
      hosts: spec.dnsNames,
      now: systemClock.now(),
    });
    const stringData = { 'ca.crt': ca, 'tls.crt': cert, 'tls.key': privateKey };
    await client.create(secrets, { metadata: key, type: 'kubernetes.io/tls', stringData }).catch((failure: unknown) => {
      if (!isAlreadyExists(failure)) throw failure;
    });
  }
  const { data } = await client.get(secrets, key);
  const ca = data?.['ca.crt'];
  if (ca !== undefined) await inject(client, `${namespace}/${name}`, ca);
}

/** Writes the CA into everything that asks for it. */
async function inject(client: Client, from: string, caBundle: string): Promise<void> {
  const asks = ({ metadata }: KubernetesObject): boolean => metadata.annotations?.[ANNOTATION] === from;
  const lacks = ({ clientConfig }: { readonly clientConfig: WebhookClientConfig }): boolean =>
    clientConfig.caBundle !== caBundle;
  for (const resource of [mutatingWebhookConfigurations, validatingWebhookConfigurations]) {
    for (const configuration of (await client.list(resource)).items) {
      if (!asks(configuration) || !(configuration.webhooks ?? []).some(lacks)) continue;
      const value = (configuration.webhooks ?? []).map((_, index) => ({
        op: 'add' as const,
        path: `/webhooks/${index}/clientConfig/caBundle`,
        value: caBundle,
      }));
      await client.patch(resource, configuration.metadata, { type: 'json', operations: value });
    }
  }
  for (const definition of (await client.list(customResourceDefinitions)).items) {
    const { webhook } = definition.spec.conversion ?? {};
    if (!asks(definition) || webhook?.clientConfig === undefined) continue;
    if (webhook.clientConfig.caBundle === caBundle) continue;
    const value = { spec: { conversion: { webhook: { clientConfig: { caBundle } } } } };
    await client.patch(customResourceDefinitions, definition.metadata, { type: 'merge', value });
  }
}
