import { existsSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { WebhookService } from '@kb/apiserver';
import { outputFolders } from '@kb/codegen';
import type { OpenProject } from '../open-project.ts';
import { type Manifest, readManifests } from '../manifests/manifests.ts';

/** Reads the webhook configurations in a project's folder of them; none if there is no such folder. */
export function readProjectWebhooks({ root, project }: Pick<OpenProject, 'root' | 'project'>): Manifest[] {
  const folder = path.join(root, outputFolders(project.paths).webhook);
  if (!existsSync(folder)) return [];
  return readManifests(folder).filter(({ object }) => isWebhookConfiguration(object.kind));
}

const isWebhookConfiguration = (kind: string): boolean =>
  kind === 'MutatingWebhookConfiguration' || kind === 'ValidatingWebhookConfiguration';

/** A path of the operator that a manifest calls. */
export interface CalledPath {
  readonly path: string;
  /** Who calls it, for messages. */
  readonly by: string;
}

/** The addresses in manifests at which the project's operator is called. */
export interface OperatorAddresses {
  readonly services: readonly Pick<WebhookService, 'namespace' | 'name'>[];
  readonly paths: readonly CalledPath[];
}

/** Returns the addresses of webhooks that `kb dev` serves: those of {@link withAuthority}. */
export function operatorAddresses(manifests: readonly Manifest[]): OperatorAddresses {
  const services = new Map<string, OperatorAddresses['services'][number]>();
  const paths: CalledPath[] = [];
  for (const { file, object } of manifests) {
    for (const { name, config } of clientConfigsOf(object)) {
      if (!isOwn(object, config)) continue;
      const { service, url } = config;
      const by = `${file}: ${name}`;
      if (isJsonObject(service)) {
        const named = { namespace: textIn(service, 'namespace'), name: textIn(service, 'name') };
        services.set(`${named.namespace}/${named.name}`, named);
        paths.push({ path: textIn(service, 'path') || '/', by });
      } else if (typeof url === 'string' && URL.canParse(url)) paths.push({ path: new URL(url).pathname, by });
    }
  }
  return { services: [...services.values()], paths };
}

/**
 * Returns a manifest whose own webhooks have the authority `ca` (PEM) as `caBundle`: as cert-manager's cainjector would
 * write it, all of an object with the annotation `cert-manager.io/inject-ca-from`; of other objects, the Services
 * without a bundle. What has another bundle, or only a URL, is called as it says.
 */
export function withAuthority(manifest: Manifest, ca: string): Manifest {
  const caBundle = Buffer.from(ca).toString('base64');
  return withConfigs(manifest, (config) => ({ ...config, caBundle }));
}

/** Changes each `clientConfig` of a manifest at which the operator of the project is called. */
function withConfigs(manifest: Manifest, change: (config: JsonObject) => JsonObject): Manifest {
  const { object } = manifest;
  const injected = (config: unknown): unknown =>
    isJsonObject(config) && isOwn(object, config) ? change(config) : config;
  const { webhooks, spec } = contentOf(object);
  if (isWebhookConfiguration(object.kind) && Array.isArray(webhooks)) {
    const changed = webhooks.map((webhook) =>
      isJsonObject(webhook) ? { ...webhook, clientConfig: injected(webhook.clientConfig) } : webhook,
    );
    return { ...manifest, object: changedObject(object, { webhooks: changed }) };
  }
  const webhook = conversionWebhookIn(spec);
  if (!webhook || !isJsonObject(spec) || !isJsonObject(spec.conversion)) return manifest;
  const conversion = { ...spec.conversion, webhook: { ...webhook, clientConfig: injected(webhook.clientConfig) } };
  return { ...manifest, object: changedObject(object, { spec: { ...spec, conversion } }) };
}

/**
 * Returns a manifest whose own webhooks are called at `origin` in place of their Services, with the authority `ca`. A
 * webhook configuration gets another name, so that one of an operator in the cluster is neither replaced nor removed.
 */
export function withOrigin(manifest: Manifest, origin: string, ca: string): Manifest {
  const { annotations = {}, ...metadata } = manifest.object.metadata;
  // cert-manager would replace the authority.
  const { [ANNOTATION]: _injected, ...kept } = annotations;
  const { object } = withConfigs(manifest, (config) => {
    const { service, ...rest } = config;
    const path = isJsonObject(service) ? textIn(service, 'path') : '';
    return { ...rest, url: `${origin}${path || '/'}`, caBundle: Buffer.from(ca).toString('base64') };
  });
  const name = isWebhookConfiguration(object.kind) ? `kb-dev-${metadata.name}` : metadata.name;
  return { ...manifest, object: changedObject(object, { metadata: { ...metadata, name, annotations: kept } }) };
}

/** A manifest is parsed YAML. */
const contentOf = (object: Manifest['object']): JsonObject => object as unknown as JsonObject;

const changedObject = (object: Manifest['object'], fields: object): Manifest['object'] => ({ ...object, ...fields });

interface ClientConfig {
  /** The name of the webhook, or of the definition. */
  readonly name: string;
  readonly config: JsonObject;
}

function clientConfigsOf(object: Manifest['object']): ClientConfig[] {
  const { webhooks, spec } = contentOf(object);
  const webhook = object.kind === 'CustomResourceDefinition' ? conversionWebhookIn(spec) : undefined;
  const of = (name: unknown, config: unknown): ClientConfig[] =>
    isJsonObject(config) ? [{ name: typeof name === 'string' ? name : '', config }] : [];
  if (webhook) return of(object.metadata.name, webhook.clientConfig);
  if (!isWebhookConfiguration(object.kind) || !Array.isArray(webhooks)) return [];
  return webhooks.flatMap((one) => (isJsonObject(one) ? of(one.name, one.clientConfig) : []));
}

function conversionWebhookIn(spec: unknown): JsonObject | undefined {
  const conversion = isJsonObject(spec) ? spec.conversion : undefined;
  if (!isJsonObject(conversion) || conversion.strategy !== 'Webhook') return undefined;
  return isJsonObject(conversion.webhook) ? conversion.webhook : undefined;
}

const ANNOTATION = 'cert-manager.io/inject-ca-from';

/** Whether the operator serves what a `clientConfig` calls. Older scaffolds have a line break as their bundle. */
function isOwn({ metadata }: Manifest['object'], { service, caBundle }: JsonObject): boolean {
  if (metadata.annotations?.[ANNOTATION] !== undefined) return true;
  const bundle = typeof caBundle === 'string' ? Buffer.from(caBundle, 'base64').toString('utf8').trim() : '';
  return isJsonObject(service) && bundle === '';
}

function textIn(object: unknown, field: string): string {
  const value = isJsonObject(object) ? object[field] : undefined;
  return typeof value === 'string' ? value : '';
}
