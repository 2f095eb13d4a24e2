import { CliError } from '../../cli-error.ts';
import { certManagerFiles, metricsCertificateFiles } from '../templates/config/cert-manager.ts';
import { networkPolicyFiles } from '../templates/config/network-policy.ts';
import { ownCertificateFiles } from '../templates/config/own-certificates.ts';
import { prometheusFiles } from '../templates/config/prometheus.ts';
import { webhookFiles } from '../templates/config/webhook.ts';
import type { ScaffoldFile } from '../scaffold-file.ts';

/** An optional part of what is deployed: a kustomize component. */
export interface ConfigComponent {
  readonly name: string;
  /** Its folder beside `config/default`. */
  readonly folder: string;
  /** A file in `config/default` with what is replaced after names have got their prefix. */
  readonly replacements?: string;
  /** The components without which it cannot be. */
  readonly needs: readonly string[];
  /** The component that does the same, and cannot be deployed with it. Default: none. */
  readonly insteadOf?: string;
  /** What it is for, in a sentence. */
  readonly description: string;
  /** Its files, some of which may be there already. */
  files(facts: ComponentFacts): ScaffoldFile[];
}

/** What the files of components depend on. */
export interface ComponentFacts {
  readonly projectName: string;
  /** Whether the manifests of webhooks for admission are generated. */
  readonly admission: boolean;
  /** The names of the CRDs whose versions a webhook converts. */
  readonly converted: readonly string[];
}

/** All components, in the order of `config/default`: a later one can patch what an earlier one adds. */
export const configComponents: readonly ConfigComponent[] = [
  {
    name: 'webhook',
    folder: 'webhook',
    needs: [],
    description: 'the Service of webhooks, and the port of the manager',
    files: webhookFiles,
  },
  {
    name: 'cert-manager',
    folder: 'certmanager',
    replacements: 'cert_manager_replacements.yaml',
    needs: ['webhook'],
    insteadOf: 'own-certificates',
    description: 'the certificate of webhooks, by cert-manager',
    files: certManagerFiles,
  },
  {
    name: 'own-certificates',
    folder: 'own-certificates',
    needs: ['webhook'],
    insteadOf: 'cert-manager',
    description: 'the certificate of webhooks, which the operator makes and renews itself',
    files: ownCertificateFiles,
  },
  {
    name: 'prometheus',
    folder: 'prometheus',
    needs: [],
    description: "a ServiceMonitor for Prometheus' operator",
    files: ({ projectName }) => prometheusFiles(projectName),
  },
  {
    name: 'metrics-certificate',
    folder: 'metrics-certificate',
    replacements: 'metrics_certificate_replacements.yaml',
    needs: ['cert-manager'],
    description: 'a certificate for metrics, by cert-manager',
    files: ({ projectName }) => metricsCertificateFiles(projectName),
  },
  {
    name: 'network-policy',
    folder: 'network-policy',
    needs: [],
    description: "who reaches the operator's Pods",
    files: ({ projectName }) => networkPolicyFiles(projectName),
  },
];

/** Reads a list of components of the command line, such as `webhook,cert-manager`. Throws for an unknown one. */
export function readComponents(flag: string, text: string): ConfigComponent[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !configComponents.some((one) => one.name === name));
  if (unknown.length > 0) {
    throw new CliError(
      'KB_WRONG_FLAGS',
      `--${flag}: there is no part ${unknown.map((name) => JSON.stringify(name)).join(', ')}`,
      {
        hint: `Choose from ${configComponents.map(({ name }) => name).join(', ')}.`,
        exitCode: 2,
      },
    );
  }
  return configComponents.filter(({ name }) => names.includes(name));
}
