import { printEntry, type SequenceEntry } from '../../lists/sequence-entries.ts';
import { type ScaffoldFile, text } from '../../scaffold-file.ts';
import { labelLines } from './labels.ts';

const FOLDER = 'config/own-certificates';
/** The Secret of the certificate. The one of cert-manager has another name, so that neither overwrites the other's. */
const SECRET = 'webhook-server-own-cert';

/** What the files depend on. */
interface OwnCertificateFacts {
  readonly projectName: string;
  readonly converted: readonly string[];
}

/**
 * `config/own-certificates`: the operator makes and renews the certificate of its webhooks itself, and tells the API
 * server its CA. Its permissions are limited to the objects that this concerns, by their names.
 */
export function ownCertificateFiles({ projectName, converted }: OwnCertificateFacts): ScaffoldFile[] {
  const labels = labelLines(projectName);
  return [
    file('kustomization.yaml', kustomization + converted.map((crd) => `- ${printed(crdAuthorityPatch(crd))}\n`).join('')),
    file('kustomizeconfig.yaml', kustomizeConfig),
    file('manager_patch.yaml', managerPatch),
    file('certificate_role.yaml', certificateRole(labels)),
    file('certificate_role_binding.yaml', binding('Role', 'own-certificate', labels)),
    file('authority_role.yaml', authorityRole(labels)),
    file('authority_role_binding.yaml', binding('ClusterRole', 'webhook-authority', labels)),
    ...converted.map(crdAuthorityPatchFile),
  ];
}

/** The patch that lets the operator write its CA into a CRD whose versions are converted: an entry of the list. */
export function crdAuthorityPatch(crd: string): SequenceEntry & object {
  return { path: `${crd}_patch.yaml`, target: { kind: 'ClusterRole', name: 'webhook-authority-role' } };
}

/** The file of {@link crdAuthorityPatch}. */
export function crdAuthorityPatchFile(crd: string): ScaffoldFile {
  return file(
    `${crd}_patch.yaml`,
    text(`
      - op: add
        path: /rules/-
        value:
          apiGroups:
          - apiextensions.k8s.io
          resources:
          - customresourcedefinitions
          resourceNames:
          - ${crd}
          verbs:
          - get
          - patch
    `),
  );
}

function file(name: string, content: string): ScaffoldFile {
  return { path: `${FOLDER}/${name}`, whenThere: 'keep', content };
}

function printed(entry: SequenceEntry): string {
  return printEntry(entry, '\n  ');
}

const kustomization = text(`
    apiVersion: kustomize.config.k8s.io/v1alpha1
    kind: Component
    resources:
    - certificate_role.yaml
    - certificate_role_binding.yaml
    - authority_role.yaml
    - authority_role_binding.yaml
    configurations:
    - kustomizeconfig.yaml
    patches:
    - path: manager_patch.yaml
  `);

const kustomizeConfig = text(`
    # The environment and the role name objects that get a prefix.
    nameReference:
    - kind: Service
      version: v1
      fieldSpecs:
      - kind: Deployment
        group: apps
        path: spec/template/spec/containers/env/value
    - kind: MutatingWebhookConfiguration
      group: admissionregistration.k8s.io
      fieldSpecs:
      - kind: Deployment
        group: apps
        path: spec/template/spec/containers/env/value
      - kind: ClusterRole
        group: rbac.authorization.k8s.io
        path: rules/resourceNames
    - kind: ValidatingWebhookConfiguration
      group: admissionregistration.k8s.io
      fieldSpecs:
      - kind: Deployment
        group: apps
        path: spec/template/spec/containers/env/value
      - kind: ClusterRole
        group: rbac.authorization.k8s.io
        path: rules/resourceNames
  `);

const managerPatch = text(`
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: controller-manager
      namespace: system
    spec:
      template:
        spec:
          containers:
          - name: manager
            env:
            - name: POD_NAMESPACE
              valueFrom:
                fieldRef:
                  fieldPath: metadata.namespace
            # The operator makes its certificate, and keeps it in this Secret. It overrides --webhook-cert-path.
            - name: WEBHOOK_CERT_SECRET
              value: ${SECRET}
            - name: WEBHOOK_SERVICE
              value: webhook-service
            # What gets the CA of the certificate, beside the CRDs of the kinds that it converts.
            - name: MUTATING_WEBHOOK_CONFIGURATION
              value: mutating-webhook-configuration
            - name: VALIDATING_WEBHOOK_CONFIGURATION
              value: validating-webhook-configuration
            # There is no Secret to mount before the operator has started.
            volumeMounts:
            - mountPath: /tmp/k8s-webhook-server/serving-certs
              $patch: delete
          volumes:
          - name: webhook-certs
            $patch: delete
  `);

function certificateRole(labels: string): string {
  return text(`
        # The Secret with the certificate. A Secret that does not exist yet has no name by which its creation could be limited.
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata:
          labels:${labels}
          name: own-certificate-role
          namespace: system
        rules:
        - apiGroups:
          - ""
          resources:
          - secrets
          verbs:
          - create
        - apiGroups:
          - ""
          resources:
          - secrets
          resourceNames:
          - ${SECRET}
          verbs:
          - get
          - update
  `);
}

function authorityRole(labels: string): string {
  return text(`
        # The objects into which the operator writes the CA of its certificate.
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata:
          labels:${labels}
          name: webhook-authority-role
        rules:
        - apiGroups:
          - admissionregistration.k8s.io
          resources:
          - mutatingwebhookconfigurations
          resourceNames:
          - mutating-webhook-configuration
          verbs:
          - get
          - patch
        - apiGroups:
          - admissionregistration.k8s.io
          resources:
          - validatingwebhookconfigurations
          resourceNames:
          - validating-webhook-configuration
          verbs:
          - get
          - patch
  `);
}

function binding(kind: 'Role' | 'ClusterRole', name: string, labels: string): string {
  const namespace = kind === 'Role' ? '\n          namespace: system' : '';
  return text(`
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ${kind}Binding
        metadata:
          labels:${labels}
          name: ${name}-rolebinding${namespace}
        roleRef:
          apiGroup: rbac.authorization.k8s.io
          kind: ${kind}
          name: ${name}-role
        subjects:
        - kind: ServiceAccount
          name: controller-manager
          namespace: system
  `);
}
