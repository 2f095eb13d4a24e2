import { listArgument, stringArgument } from './argument.ts';
import type { RawMarker } from './raw-model.ts';
import { pick } from './words.ts';

const groups = ['', 'core', 'apps', 'batch', 'shop.example.com'];
const resources = ['pods', 'configmaps', 'deployments', 'deployments/status', 'shops'];
const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', '*'];

const patches = [
  '`{"namespaceSelector": {"matchLabels": {"a": "b"}}}`',
  '`{"objectSelector": {"matchExpressions": [{"key": "a", "operator": "In", "values": ["x", "y"]}]}}`',
  '`{"matchConditions": [{"name": "one", "expression": "true"}]}`',
  '`{"timeoutSeconds": 7, "failurePolicy": "Ignore"}`',
];

/** Permissions and webhooks. `newer`: with what controller-gen has only since the release after 0.21. */
export function folderMarkers(raws: readonly RawMarker[], newer: boolean): string[] {
  const configurations = new Set<boolean>();
  const markers = raws.flatMap((raw, index) => {
    switch (pick(['rbac', 'rbac', 'rbac', 'webhook', 'webhookconfiguration'], raw.pick)) {
      case 'webhook':
        return [webhook(raw, index, newer)];
      case 'webhookconfiguration': {
        if (configurations.has(raw.flag)) return [];
        configurations.add(raw.flag);
        return [`kubebuilder:webhookconfiguration:mutating=${raw.flag},name=${pick(['mine', 'other-one'], raw.other)}`];
      }
      default:
        return [rbac(raw)];
    }
  });
  // controller-gen ignores a configuration without webhooks; for kb it is an error.
  return markers.filter((marker) => {
    const kind = /^kubebuilder:webhookconfiguration:(mutating=\w+)/.exec(marker)?.[1];
    return kind === undefined || markers.some((other) => other.startsWith(`kubebuilder:webhook:${kind}`));
  });
}

function some(list: readonly string[], { other, number }: RawMarker, at = 0): string[] {
  const first = pick(list, other + at);
  const second = pick(list, Math.abs(number) + at);
  return other % 2 === 0 ? [first] : [first, second];
}

function rbac(raw: RawMarker): string {
  const given = [`verbs=${listArgument(some(verbs, raw, 3), { ...raw, flag: true })}`];
  if (raw.other % 7 === 0) {
    given.push(`urls=${listArgument(some(['/metrics', '/healthz', '/a b'], raw), raw)}`);
    return `kubebuilder:rbac:${given.join(',')}`;
  }
  given.push(
    `groups=${listArgument(some(groups, raw), raw)}`,
    `resources=${listArgument(some(resources, raw, 1), { ...raw, flag: false })}`,
  );
  if (raw.other % 5 === 0) given.push(`resourceNames=${listArgument(some(['a', 'b'], raw), raw)}`);
  if (raw.other % 4 === 0) given.push(`namespace=${pick(['shop', 'yes'], raw.other)}`);
  if (raw.other % 9 === 0) given.push('roleName=other');
  return `kubebuilder:rbac:${(raw.flag ? given : given.reverse()).join(',')}`;
}

function webhook(raw: RawMarker, index: number, newer: boolean): string {
  const given = [
    `mutating=${raw.flag}`,
    `failurePolicy=${pick(['fail', 'Ignore', 'Fail', 'ignore'], raw.other)}`,
    `groups=${listArgument(some(groups, raw), raw)}`,
    `resources=${listArgument(some(resources, raw), { ...raw, flag: false })}`,
    `verbs=${listArgument(raw.other % 9 === 0 ? ['*'] : some(['create', 'update', 'DELETE', 'connect'], raw), { ...raw, flag: raw.other % 9 !== 0 })}`,
    `versions=${some(['v1', 'v1beta1', 'v1'], raw).join(';')}`,
    `name=${pick(['z', 'a', 'm10', 'm2'], raw.other)}${index}.example.com`,
    'admissionReviewVersions=v1',
    `sideEffects=${pick(['None', 'NoneOnDryRun'], raw.other)}`,
    raw.other % 6 === 0
      ? `url=${stringArgument('https://example.com/hook', { ...raw, flag: false })}`
      : `path=/validate-${index}`,
  ];
  if (raw.other % 3 === 0) given.push(`matchPolicy=${pick(['Exact', 'equivalent'], raw.number < 0 ? 0 : 1)}`);
  if (raw.other % 4 === 0) given.push(`timeoutSeconds=${1 + (raw.other % 30)}`);
  if (raw.flag && raw.other % 5 === 0) given.push(`reinvocationPolicy=${pick(['Never', 'IfNeeded'], raw.other)}`);
  if (raw.other % 6 !== 0 && raw.other % 7 === 0)
    given.push('serviceName=mine', 'serviceNamespace=ns', 'servicePort=8443');
  if (newer) given.push(`patch=${pick(patches, raw.pick)}`);
  return `kubebuilder:webhook:${given.join(',')}`;
}
