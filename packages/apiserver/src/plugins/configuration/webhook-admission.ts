import path from 'node:path';
import { fieldInvalid, formatFieldErrors, type JsonObject } from '@kb/apimachinery';
import {
  type AdmissionWebhooksContext,
  mutatingWebhooks,
  validatingWebhooks,
} from '../../admission/admission-webhooks.ts';
import type { AdmissionPlugin } from '../../admission/admission-plugin.ts';
import { stringOf } from '../../objects/api-object.ts';
import { fieldTypes } from '../../serializer/declared-types.ts';
import {
  type CredentialsFor,
  KubeconfigProblem,
  readCredentials,
} from '../../webhooks/credentials/webhook-credentials.ts';
import { ConfigurationProblem, type ConfigurationType, decodeConfiguration } from './plugin-configurations.ts';

const typeOf = (kind: string, version: string): ConfigurationType => ({
  apiVersions: [`apiserver.config.k8s.io/${version}`],
  kind,
  fields: {
    name: 'webhook-admission',
    goName: version,
    structs: { [kind]: [['kubeConfigFile', fieldTypes.text]] },
  },
  isStrict: true,
});
const current = typeOf('WebhookAdmissionConfiguration', 'v1');
const alpha = typeOf('WebhookAdmission', 'v1alpha1');

/** MutatingAdmissionWebhook, with the credentials that its configuration names. */
export function configuredMutatingWebhooks(server: AdmissionWebhooksContext, document?: JsonObject): AdmissionPlugin {
  return mutatingWebhooks(withCredentials(server, document));
}

/** ValidatingAdmissionWebhook, with the credentials that its configuration names. */
export function configuredValidatingWebhooks(server: AdmissionWebhooksContext, document?: JsonObject): AdmissionPlugin {
  return validatingWebhooks(withCredentials(server, document));
}

function withCredentials(server: AdmissionWebhooksContext, document?: JsonObject): AdmissionWebhooksContext {
  const { store, registry, metrics, webhooks } = server;
  const credentialsFor = document && credentialsIn(document);
  return credentialsFor ? { store, registry, metrics, webhooks: { ...webhooks, credentialsFor } } : server;
}

/** Reads the kubeconfig of a configuration. Throws a {@link ConfigurationProblem}. */
function credentialsIn(document: JsonObject): CredentialsFor | undefined {
  const file = stringOf(decodeConfiguration(document, document.kind === alpha.kind ? alpha : current).kubeConfigFile);
  if (file === '') return undefined;
  if (!path.isAbsolute(file))
    throw new ConfigurationProblem(
      formatFieldErrors([fieldInvalid('kubeConfigFile', file, 'must be an absolute file path')]),
    );
  try {
    return readCredentials(file);
  } catch (error) {
    if (!(error instanceof KubeconfigProblem)) throw error;
    throw new ConfigurationProblem(error.message, { cause: error });
  }
}
