import { readFileSync } from 'node:fs';
import { assert, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { manifestFiles } from './manifests.ts';

const files = new Map(manifestFiles({ projectName: 'shop' }).map(({ path, content }) => [path, content]));

interface Manager {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly selector: { readonly matchLabels: object };
    readonly template: { readonly spec: PodSpec };
  };
}

interface PodSpec {
  readonly securityContext: object;
  readonly volumes: readonly object[];
  readonly initContainers?: unknown;
  readonly containers: readonly { readonly securityContext: object; readonly ports: readonly object[] }[];
}

interface Policy {
  readonly spec: {
    readonly podSelector: { readonly matchLabels: object };
    readonly ingress: readonly { readonly ports: readonly { readonly port: number }[] }[];
  };
}

function documents<T>(path: string): T[] {
  return parseAllDocuments(files.get(path) ?? '').map((document) => document.toJS() as T);
}

const [namespace, deployment] = documents<Manager>('config/manager/manager.yaml');

test('the namespace takes Pods of the restricted standard only', () => {
  expect(namespace?.metadata.labels).toMatchObject({
    'pod-security.kubernetes.io/enforce': 'restricted',
    'pod-security.kubernetes.io/warn': 'restricted',
  });
});

// https://kubernetes.io/docs/concepts/security/pod-security-standards/
test('the Deployment keeps the restricted standard', () => {
  const spec = deployment?.spec.template.spec;
  assert(spec !== undefined);
  expect(Object.keys(spec).filter((name) => name.startsWith('host'))).toEqual([]);
  expect(spec.securityContext).toEqual({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
  const allowed = [
    'configMap',
    'csi',
    'downwardAPI',
    'emptyDir',
    'ephemeral',
    'persistentVolumeClaim',
    'projected',
    'secret',
  ];
  const kinds = spec.volumes.flatMap((volume) => Object.keys(volume)).filter((key) => key !== 'name');
  expect(kinds.filter((kind) => !allowed.includes(kind))).toEqual([]);
  expect(spec.initContainers).toBeUndefined();
  for (const { securityContext, ports } of spec.containers) {
    expect(securityContext).toEqual({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    });
    for (const port of ports) expect(port).not.toHaveProperty('hostPort');
  }
});

test('network policies let metrics and webhooks through, to the Pods of the Deployment', () => {
  const { resources } = parse(files.get('config/network-policy/kustomization.yaml') ?? '') as { resources: string[] };
  const policies = resources.flatMap((name) => documents<Policy>(`config/network-policy/${name}`));
  for (const { spec } of policies) {
    expect(spec.podSelector.matchLabels).toEqual(deployment?.spec.selector.matchLabels);
  }
  const ports = policies.flatMap(({ spec }) => spec.ingress.flatMap((rule) => rule.ports.map(({ port }) => port)));
  const metrics = /--metrics-bind-address=:(\d+)/.exec(
    files.get('config/default/manager_metrics_patch.yaml') ?? '',
  )?.[1];
  // The default of --webhook-bind-address.
  expect(ports).toEqual([Number(metrics), 9443]);
});

test('the manifests of the sample operator are those that a new project gets', () => {
  for (const { path, content } of manifestFiles({ projectName: 'appservice' })) {
    expect([path, readFileSync(new URL(`../../../../../../${path}`, import.meta.url), 'utf8')]).toEqual([
      path,
      content,
    ]);
  }
});
