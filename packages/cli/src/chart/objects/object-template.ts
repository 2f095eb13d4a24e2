import type { Manifest } from '../../manifests/manifests.ts';
import {
  changeAt,
  childOf,
  type Entry,
  entriesOf,
  expression,
  isLines,
  type Item,
  itemsOf,
  type Lines,
  literal,
  type Template,
  valueOf,
} from '../template/template.ts';
import type { ChartNames } from './chart-names.ts';
import { entryOfValue, helpedLabels, helmLines, moreEntries } from './helm-lines.ts';
import { keysOf, type ManagerPorts, portValue } from './manager-container.ts';

/** What the template of an object is made of. */
export interface ObjectSource {
  readonly object: Manifest['object'];
  readonly node: Template;
  readonly names: ChartNames;
  readonly ports: ManagerPorts;
}

/** The part of an object's name that the project gives, such as `webhook-service`. */
export function suffixOf({ metadata }: Manifest['object'], { prefix }: ChartNames): string {
  const { name = '' } = metadata;
  return name.startsWith(prefix) && name.length > prefix.length ? name.slice(prefix.length) : name;
}

const SECURE_METRICS = '(and .Values.metrics.enabled .Values.metrics.secure)';

/** The conditions of an object that are not those of a part: what it is for can be switched off. */
export function conditionsOf(object: Manifest['object'], names: ChartNames, ports: ManagerPorts): string[] {
  const { kind } = object;
  const suffix = suffixOf(object, names);
  if (kind === 'CustomResourceDefinition') return ['.Values.crd.enabled'];
  if (kind === 'ServiceAccount' && object.metadata.name === names.serviceAccount)
    return ['.Values.serviceAccount.enabled'];
  if (kind === 'ClusterRole' && /-(?:admin|editor|viewer)-role$/.test(suffix)) return ['.Values.rbac.helpers.enabled'];
  if (ports.metrics === undefined) return [];
  if (/^metrics-(?:auth-role|auth-rolebinding|reader)$/.test(suffix)) return [SECURE_METRICS];
  if (/metrics-service$|^allow-metrics-traffic$/.test(suffix)) return ['.Values.metrics.enabled'];
  return [];
}

/** Replaces the ports of the operator, and what else of a kind is a value. */
export function objectTemplate({ object, node, names, ports }: ObjectSource): Template {
  const { kind } = object;
  if (kind === 'Service') return withServicePorts(node, ports);
  if (kind === 'NetworkPolicy') return withPolicyPorts(node, ports);
  if (kind === 'ServiceMonitor') return changeAt(node, ['spec', 'endpoints'], (list) => list && endpoints(list));
  if (kind === 'CustomResourceDefinition')
    return changeAt(node, ['metadata'], (metadata) => metadata && keptDefinition(metadata));
  if (kind === 'ServiceAccount' && object.metadata.name === names.serviceAccount) return account(node, names.chart);
  return node;
}

function eachItem(list: Template, change: (node: Template) => Template): Template {
  const items = itemsOf(list).map((item): Item | Lines =>
    isLines(item) ? item : { ...item, node: change(item.node) },
  );
  return { is: 'list', items };
}

function withServicePorts(node: Template, ports: ManagerPorts): Template {
  return changeAt(node, ['spec', 'ports'], (list) =>
    list === undefined
      ? undefined
      : eachItem(list, (port) => {
          const isMetrics = valueOf(childOf(port, 'targetPort')) === ports.metrics && ports.metrics !== undefined;
          const renumbered = ['port', 'targetPort'].reduce(
            (one, key) => changeAt(one, [key], (number) => portValue(number, ports)),
            port,
          );
          return isMetrics ? changeAt(renumbered, ['name'], (name) => name && expression(SCHEME)) : renumbered;
        }),
  );
}

const SCHEME = '{{ if .Values.metrics.secure }}https{{ else }}http{{ end }}';

function withPolicyPorts(node: Template, ports: ManagerPorts): Template {
  return changeAt(node, ['spec', 'ingress'], (rules) =>
    rules === undefined
      ? undefined
      : eachItem(rules, (rule) =>
          changeAt(rule, ['ports'], (list) =>
            list === undefined
              ? undefined
              : eachItem(list, (port) => changeAt(port, ['port'], (number) => portValue(number, ports))),
          ),
        ),
  );
}

/** Of a ServiceMonitor: metrics over HTTP need neither a token nor a certificate. */
function endpoints(list: Template): Template {
  return eachItem(list, (endpoint) => {
    const entries = entriesOf(endpoint).map((entry): Entry | Lines => {
      if (isLines(entry)) return entry;
      if (entry.key === 'port' || entry.key === 'scheme') return { ...entry, node: expression(SCHEME) };
      const isOfHttps = entry.key === 'bearerTokenFile' || entry.key === 'tlsConfig';
      return isOfHttps ? { ...entry, when: '.Values.metrics.secure' } : entry;
    });
    return { is: 'map', entries };
  });
}

/** Helm does not delete a definition with this annotation, and so the objects of its kind. */
function keptDefinition(metadata: Template): Template {
  const keep = helmLines('{{- if .Values.crd.keep }}', 'helm.sh/resource-policy: keep', '{{- end }}');
  const there = entriesOf(childOf(metadata, 'annotations'));
  return changeAt(metadata, ['annotations'], () => ({ is: 'map', entries: [keep, ...there] }));
}

function account(node: Template, chart: string): Template {
  const name = expression(`{{ include "${chart}.serviceAccountName" . | quote }}`);
  const named = changeAt(node, ['metadata', 'name'], () => name);
  const labels = changeAt(named, ['metadata', 'labels'], (map) => ({
    is: 'map',
    entries: [
      ...entriesOf(map ?? literal({})),
      moreEntries('.Values.serviceAccount.labels', [...keysOf(map), ...helpedLabels]),
    ],
  }));
  return changeAt(labels, ['metadata'], (metadata) =>
    metadata === undefined
      ? undefined
      : {
          is: 'map',
          entries: [entryOfValue('annotations', '.Values.serviceAccount.annotations'), ...entriesOf(metadata)],
        },
  );
}

/** The file of an object, below `templates`. */
export function fileOf(object: Manifest['object'], names: ChartNames): string {
  const suffix = suffixOf(object, names);
  const { kind } = object;
  const folder =
    kind === 'Service'
      ? suffix.includes('webhook')
        ? 'webhook'
        : suffix.includes('metrics')
          ? 'metrics'
          : undefined
      : folders[kind];
  return folder === undefined ? `extras/${kind.toLowerCase()}-${suffix}.yaml` : `${folder}/${suffix}.yaml`;
}

const folders: Readonly<Record<string, string>> = {
  CustomResourceDefinition: 'crd',
  ServiceAccount: 'rbac',
  Role: 'rbac',
  RoleBinding: 'rbac',
  ClusterRole: 'rbac',
  ClusterRoleBinding: 'rbac',
  Issuer: 'cert-manager',
  Certificate: 'cert-manager',
  ServiceMonitor: 'prometheus',
  NetworkPolicy: 'network-policy',
  MutatingWebhookConfiguration: 'webhook',
  ValidatingWebhookConfiguration: 'webhook',
};
