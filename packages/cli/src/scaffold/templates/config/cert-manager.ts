import { printEntry, type SequenceEntry } from '../../lists/sequence-entries.ts';
import { type ScaffoldFile, text } from '../../scaffold-file.ts';
import { labelLines } from './labels.ts';

/** `config/certmanager`: cert-manager makes and renews the certificate of webhooks, and tells the API server its CA. */
export function certManagerFiles({
  projectName,
  converted,
}: {
  readonly projectName: string;
  readonly converted: readonly string[];
}): ScaffoldFile[] {
  return [
    {
      path: 'config/certmanager/kustomization.yaml',
      whenThere: 'keep',
      content:
        text(`
        apiVersion: kustomize.config.k8s.io/v1alpha1
        kind: Component
        resources:
        - issuer.yaml
        - certificate-webhook.yaml
        configurations:
        - kustomizeconfig.yaml
      `) + patchesOf(converted.map(injectCaPatch)),
    },
    {
      path: 'config/certmanager/kustomizeconfig.yaml',
      whenThere: 'keep',
      content: text(`
        # Certificates name their Issuer, whose name gets a prefix.
        nameReference:
        - kind: Issuer
          group: cert-manager.io
          fieldSpecs:
          - kind: Certificate
            group: cert-manager.io
            path: spec/issuerRef/name
      `),
    },
    {
      path: 'config/certmanager/issuer.yaml',
      whenThere: 'keep',
      content: text(`
        apiVersion: cert-manager.io/v1
        kind: Issuer
        metadata:
          labels:${labelLines(projectName)}
          name: selfsigned-issuer
          namespace: system
        spec:
          selfSigned: {}
      `),
    },
    certificate(projectName, 'config/certmanager/certificate-webhook.yaml', 'serving-cert', 'webhook-server-cert'),
    ...(converted.length > 0 ? [injectCaPatchFile] : []),
    {
      path: 'config/default/cert_manager_replacements.yaml',
      whenThere: 'keep',
      content: text(`
        # After prefixes: the certificate is for the webhooks' Service, and its CA goes to all that name the Service.
        ${serviceName('webhook-service', 'serving-cert').trim()}
        ${injectCa('metadata.namespace', 0).trim()}
        ${injectCa('metadata.name', 1).trim()}
      `),
    },
  ];
}

/** The patch by which a CRD whose versions are converted gets the CA: an entry of the kustomization. */
export function injectCaPatch(crd: string): SequenceEntry & object {
  return { path: 'inject_ca_patch.yaml', target: { kind: 'CustomResourceDefinition', name: crd } };
}

/** The file of {@link injectCaPatch}. */
export const injectCaPatchFile: ScaffoldFile = {
  path: 'config/certmanager/inject_ca_patch.yaml',
  whenThere: 'keep',
  content: text(`
    # The CA of the certificate, for CRDs whose versions are converted.
    apiVersion: apiextensions.k8s.io/v1
    kind: CustomResourceDefinition
    metadata:
      # The target in kustomization.yaml says which.
      name: any
      annotations:
        # The namespace and the name of the Certificate replace these.
        cert-manager.io/inject-ca-from: CERTIFICATE_NAMESPACE/CERTIFICATE_NAME
  `),
};

function patchesOf(entries: readonly SequenceEntry[]): string {
  if (entries.length === 0) return '';
  return `patches:\n${entries.map((entry) => `- ${printEntry(entry, '\n  ')}\n`).join('')}`;
}

/** `config/metrics-certificate`: a certificate of cert-manager for metrics, which Prometheus can verify. */
export function metricsCertificateFiles(projectName: string): ScaffoldFile[] {
  const folder = 'config/metrics-certificate';
  return [
    {
      path: `${folder}/kustomization.yaml`,
      whenThere: 'keep',
      content: text(`
        apiVersion: kustomize.config.k8s.io/v1alpha1
        kind: Component
        resources:
        - certificate-metrics.yaml
        patches:
        - path: cert_metrics_manager_patch.yaml
          target:
            kind: Deployment
            name: controller-manager
        # Where the part prometheus is there.
        - path: monitor_tls_patch.yaml
          target:
            kind: ServiceMonitor
      `),
    },
    certificate(projectName, `${folder}/certificate-metrics.yaml`, 'metrics-certs', 'metrics-server-cert'),
    { path: `${folder}/cert_metrics_manager_patch.yaml`, whenThere: 'keep', content: managerPatch },
    { path: `${folder}/monitor_tls_patch.yaml`, whenThere: 'keep', content: monitorPatch },
    {
      path: 'config/default/metrics_certificate_replacements.yaml',
      whenThere: 'keep',
      content: text(`
        # After prefixes: the certificate is for the metrics' Service, by whose name Prometheus verifies it.
        ${serviceName('controller-manager-metrics-service', 'metrics-certs', monitor).trim()}
      `),
    },
  ];
}

function certificate(projectName: string, path: string, name: string, secret: string): ScaffoldFile {
  return {
    path,
    whenThere: 'keep',
    content: text(`
        apiVersion: cert-manager.io/v1
        kind: Certificate
        metadata:
          labels:${labelLines(projectName)}
          name: ${name}
          namespace: system
        spec:
          # The names of the Service replace these.
          dnsNames:
          - SERVICE_NAME.SERVICE_NAMESPACE.svc
          - SERVICE_NAME.SERVICE_NAMESPACE.svc.cluster.local
          issuerRef:
            kind: Issuer
            name: selfsigned-issuer
          secretName: ${secret}
      `),
  };
}

/** Replacements of both parts of a Service's name in a Certificate. `more`: further targets. */
function serviceName(service: string, certificateName: string, more: (index: number) => string = () => ''): string {
  const part = (field: string, index: number): string => `
        - source:
            kind: Service
            version: v1
            name: ${service}
            fieldPath: metadata.${field}
          targets:
          - select:
              kind: Certificate
              group: cert-manager.io
              version: v1
              name: ${certificateName}
            fieldPaths:
            - spec.dnsNames.0
            - spec.dnsNames.1
            options:
              delimiter: '.'
              index: ${index}${more(index)}`;
  return part('name', 0) + part('namespace', 1);
}

function monitor(index: number): string {
  return `
          - select:
              kind: ServiceMonitor
              group: monitoring.coreos.com
              version: v1
              name: controller-manager-metrics-monitor
            fieldPaths:
            - spec.endpoints.0.tlsConfig.serverName
            options:
              delimiter: '.'
              index: ${index}`;
}

/** CRDs are chosen by their annotation: only those with a conversion webhook have it. */
function injectCa(field: string, index: number): string {
  const target = (select: string, create: boolean): string => `
          - select:
              ${select}
            fieldPaths:
            - metadata.annotations.[cert-manager.io/inject-ca-from]
            options:
              delimiter: '/'
              index: ${index}${create ? '\n              create: true' : ''}`;
  return `
        - source:
            kind: Certificate
            group: cert-manager.io
            version: v1
            name: serving-cert
            fieldPath: ${field}
          targets:${target('kind: ValidatingWebhookConfiguration', true)}${target('kind: MutatingWebhookConfiguration', true)}${target('kind: CustomResourceDefinition\n              annotationSelector: cert-manager.io/inject-ca-from', false)}`;
}

const managerPatch = text(`
    - op: add
      path: /spec/template/spec/containers/0/volumeMounts/-
      value:
        mountPath: /tmp/k8s-metrics-server/metrics-certs
        name: metrics-certs
        readOnly: true
    - op: add
      path: /spec/template/spec/containers/0/args/-
      value: --metrics-cert-path=/tmp/k8s-metrics-server/metrics-certs
    - op: add
      path: /spec/template/spec/volumes/-
      value:
        name: metrics-certs
        secret:
          secretName: metrics-server-cert
          optional: false
          items:
          - key: ca.crt
            path: ca.crt
          - key: tls.crt
            path: tls.crt
          - key: tls.key
            path: tls.key
  `);

const monitorPatch = text(`
    - op: replace
      path: /spec/endpoints/0/tlsConfig
      value:
        # The names of the Service replace this.
        serverName: SERVICE_NAME.SERVICE_NAMESPACE.svc
        insecureSkipVerify: false
        ca:
          secret:
            name: metrics-server-cert
            key: ca.crt
        cert:
          secret:
            name: metrics-server-cert
            key: tls.crt
        keySecret:
          name: metrics-server-cert
          key: tls.key
  `);
