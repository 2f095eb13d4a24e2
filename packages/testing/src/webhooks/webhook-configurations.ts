import type { ApplyMetadata, ObjectInput } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import {
  type MutatingWebhookConfiguration,
  mutatingWebhookConfigurations,
  type ValidatingWebhookConfiguration,
  validatingWebhookConfigurations,
} from '@kb/kubernetes/admissionregistration/v1';
import type { TestingErrorCode } from '../error-codes.ts';
import { type FileFailure, manifestFiles, readObjects } from '../manifests/read-objects.ts';

/** A webhook configuration as written in a file, and the file. */
export type WebhookManifest = {
  readonly file: string;
} & (
  | { readonly type: 'mutating'; readonly object: ObjectInput<MutatingWebhookConfiguration> }
  | { readonly type: 'validating'; readonly object: ObjectInput<ValidatingWebhookConfiguration> }
);

/** The error for webhook configurations that cannot be read, or that do not fit the webhooks of a test. */
export class WebhookConfigurationError extends Error {
  override readonly name = 'WebhookConfigurationError';
  readonly code: Extract<TestingErrorCode, `KB_WEBHOOK_${string}`>;
  constructor(code: WebhookConfigurationError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Reads the webhook configurations in YAML or JSON files, or in all such files of folders (without subfolders). Ignores
 * other objects. Throws a {@link WebhookConfigurationError} when a path does not exist, contains none, or cannot be
 * parsed.
 */
export async function readWebhookConfigurations(paths: readonly string[]): Promise<WebhookManifest[]> {
  const found: WebhookManifest[] = [];
  for (const each of paths) {
    const files = await manifestFiles(each, failure);
    const manifests = (await Promise.all(files.map(readFile))).flat();
    if (manifests.length === 0) throw failure('INVALID', `${each}: there is no webhook configuration in it`);
    found.push(...manifests);
  }
  return found;
}

/** Creates webhook configurations or updates existing ones. Rejects with the API server's error for an invalid one. */
export async function installWebhookConfigurations(
  client: Client,
  manifests: readonly WebhookManifest[],
): Promise<void> {
  const options = { fieldManager: 'kb-test', fieldValidation: 'Strict' } as const;
  for (const { type, object } of manifests) {
    // The server validates the content of the file.
    const metadata = { ...object.metadata, name: object.metadata.name ?? '' } as ApplyMetadata;
    await (type === 'mutating'
      ? client.apply(mutatingWebhookConfigurations, { ...object, metadata }, options)
      : client.apply(validatingWebhookConfigurations, { ...object, metadata }, options));
  }
}

const failure: FileFailure = (_, message, cause) =>
  new WebhookConfigurationError('KB_WEBHOOK_FILE_INVALID', message, { cause });

async function readFile(file: string): Promise<WebhookManifest[]> {
  return (await readObjects(file, failure)).flatMap((value): WebhookManifest[] => {
    if (typeof value !== 'object' || value === null || !('kind' in value) || !('metadata' in value)) return [];
    // Only the kind decides; the API server validates the rest, with better messages.
    if (value.kind === 'MutatingWebhookConfiguration')
      return [{ file, type: 'mutating', object: value as unknown as ObjectInput<MutatingWebhookConfiguration> }];
    if (value.kind === 'ValidatingWebhookConfiguration')
      return [{ file, type: 'validating', object: value as unknown as ObjectInput<ValidatingWebhookConfiguration> }];
    return [];
  });
}
