import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A kubeconfig in a temporary folder, and the configuration that names it. */
export interface WebhookKubeconfigFile {
  /** An AdmissionConfiguration. */
  readonly admissionConfiguration: object;
  readonly remove: () => void;
}

/** Writes the kubeconfig of an area for webhooks at an origin. */
export function webhookKubeconfigFile(kubeconfig: object, origin: string): WebhookKubeconfigFile {
  const folder = mkdtempSync(path.join(tmpdir(), 'kb-webhooks-'));
  const kubeConfigFile = path.join(folder, 'kubeconfig');
  writeFileSync(kubeConfigFile, JSON.stringify(kubeconfig).replaceAll('${WEBHOOK_HOST}', new URL(origin).host));
  const plugins = ['MutatingAdmissionWebhook', 'ValidatingAdmissionWebhook'].map((name) => ({
    name,
    configuration: {
      apiVersion: 'apiserver.config.k8s.io/v1',
      kind: 'WebhookAdmissionConfiguration',
      kubeConfigFile,
    },
  }));
  return {
    admissionConfiguration: { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration', plugins },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
