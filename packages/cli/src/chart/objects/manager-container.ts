import type { JsonValue } from '@kb/apimachinery';
import {
  childOf,
  type Entry,
  expression,
  isLines,
  isMap,
  type Item,
  itemsOf,
  type Lines,
  type ListTemplate,
  literal,
  changeAt,
  type Template,
  textOf,
  valueOf,
  entriesOf,
} from '../template/template.ts';
import { entryOfScalar, entryOfValue, helmLines, replaceEntry } from './helm-lines.ts';

/** Ports that arguments name. */
export interface ManagerPorts {
  readonly metrics: number | undefined;
  readonly health: number | undefined;
  readonly webhook: number | undefined;
}

/** The ports of the operator, from the arguments of its container. */
export function managerPorts(container: Template): ManagerPorts {
  const args = itemsOf(childOf(container, 'args')).flatMap((item) => (isLines(item) ? [] : (textOf(item.node) ?? [])));
  const portOf = (flag: string): number | undefined => {
    const port = args.flatMap((arg) => new RegExp(`^--${flag}=[^:]*:(\\d+)$`).exec(arg)?.[1] ?? [])[0];
    return port === undefined ? undefined : Number(port);
  };
  return {
    metrics: portOf('metrics-bind-address'),
    health: portOf('health-probe-bind-address'),
    webhook: portOf('webhook-bind-address'),
  };
}

/** A container whose settings are values, and the values that stand for what it was. */
export interface ReleasedContainer {
  readonly container: Template;
  readonly args: readonly JsonValue[];
  readonly env: readonly JsonValue[];
  readonly resources: JsonValue;
  readonly securityContext: JsonValue;
  readonly image: string;
  readonly pullPolicy: string;
}

/** Replaces the settings of the operator's container by values of the chart. `isServing`: webhooks can be there. */
export function releasedContainer(original: Template, ports: ManagerPorts, chart: string): ReleasedContainer {
  const { list: args, free: freeArgs } = releasedArgs(itemsAt(original, 'args'), ports);
  const { list: env, free: freeEnv } = releasedEnv(itemsAt(original, 'env'));
  let container: Template = changeAt(original, ['args'], () => args);
  container = replaceEntry(container, 'env', listLines('env', env, '.Values.manager.env .Values.manager.envOverrides'));
  container = changeAt(container, ['image'], () => expression(`{{ include "${chart}.image" . | quote }}`));
  container = replaceEntry(
    container,
    'imagePullPolicy',
    entryOfScalar('imagePullPolicy', '.Values.manager.image.pullPolicy'),
  );
  container = replaceEntry(container, 'resources', entryOfValue('resources', '.Values.manager.resources'));
  container = replaceEntry(
    container,
    'securityContext',
    entryOfValue('securityContext', '.Values.manager.securityContext'),
  );
  container = changeAt(container, ['ports'], (list) => list && releasedPorts(list, ports));
  for (const probe of ['livenessProbe', 'readinessProbe'])
    container = changeAt(container, [probe, 'httpGet', 'port'], (port) => portValue(port, ports));
  const mounts = withExtra(itemsAt(original, 'volumeMounts'), '.Values.manager.extraVolumeMounts');
  container = replaceEntry(
    container,
    'volumeMounts',
    listLines('volumeMounts', mounts, '.Values.manager.extraVolumeMounts'),
  );
  return {
    container,
    args: freeArgs,
    env: freeEnv,
    resources: valueOf(childOf(original, 'resources')) ?? {},
    securityContext: valueOf(childOf(original, 'securityContext')) ?? {},
    image: textOf(childOf(original, 'image')) ?? '',
    pullPolicy: textOf(childOf(original, 'imagePullPolicy')) ?? '',
  };
}

/** The items of a list of a map, each with the condition under which the list is there. */
export function itemsAt(node: Template, key: string): (Item | Lines)[] {
  const entry = entriesOf(node).find((one): one is Entry => !isLines(one) && one.key === key);
  const { when: outer = '' } = entry ?? {};
  return itemsOf(entry?.node).map((item) => {
    if (isLines(item) || outer === '') return item;
    const { when: inner = '' } = item;
    return { ...item, when: inner === '' ? outer : `(and ${outer} ${inner})` };
  });
}

/** A list, to which a value of the chart adds items. */
export function withExtra(items: readonly (Item | Lines)[], value: string): ListTemplate {
  const extra: Lines = {
    lines: (indentation) => [
      `${' '.repeat(indentation)}{{- with ${value} }}`,
      `${' '.repeat(indentation)}{{- toYaml . | nindent ${indentation} }}`,
      `${' '.repeat(indentation)}{{- end }}`,
    ],
  };
  return { is: 'list', items: [...items, extra] };
}

/** An entry with a list, which is left out where the list is empty. `values`: those that can add items. */
export function listLines(key: string, list: ListTemplate, values: string): Entry | Lines {
  const items = list.items.filter((item): item is Item => !isLines(item));
  const conditions = items.map(({ when = '' }) => when);
  if (conditions.includes('')) return { key, node: list };
  return { key, when: `(or ${[values, ...new Set(conditions)].join(' ')})`, node: list };
}

function releasedArgs(
  items: readonly (Item | Lines)[],
  ports: ManagerPorts,
): { list: ListTemplate; free: readonly JsonValue[] } {
  const free: JsonValue[] = [];
  const range = helmLines('{{- range .Values.manager.args }}', '- {{ tpl . $ | quote }}', '{{- end }}');
  const list = items.flatMap((item): (Item | Lines)[] => {
    if (isLines(item)) return [item];
    const arg = textOf(item.node);
    if (arg?.startsWith('--metrics-bind-address=') && ports.metrics !== undefined) return metricsArgs;
    if (arg?.startsWith('--health-probe-bind-address=') && ports.health !== undefined)
      return [{ node: expression('--health-probe-bind-address=:{{ .Values.manager.healthProbe.port }}') }];
    if (arg?.startsWith('--webhook-bind-address=') && ports.webhook !== undefined) return [webhookArg];
    if (arg === undefined || (item.when ?? '') !== '') return [item];
    free.push(arg);
    return free.length === 1 ? [range] : [];
  });
  return { list: { is: 'list', items: free.length === 0 ? [...list, range] : list }, free };
}

const metricsArgs: (Item | Lines)[] = [
  {
    node: expression(
      '--metrics-bind-address={{ if .Values.metrics.enabled }}:{{ .Values.metrics.port }}{{ else }}0{{ end }}',
    ),
  },
  { when: '(not .Values.metrics.secure)', node: literal('--metrics-secure=false') },
];

/** Without webhooks the operator must not serve them either: it would wait for their certificate. */
const webhookArg: Item = {
  node: expression(
    '--webhook-bind-address={{ if .Values.webhook.enabled }}:{{ .Values.webhook.port }}{{ else }}0{{ end }}',
  ),
};

function releasedEnv(items: readonly (Item | Lines)[]): { list: ListTemplate; free: readonly JsonValue[] } {
  const isFree = (item: Item | Lines): item is Item =>
    !isLines(item) && (item.when ?? '') === '' && valueOf(item.node) !== undefined;
  const fromValues: Lines = {
    lines: (indentation) => {
      const space = ' '.repeat(indentation);
      return [
        `${space}{{- range .Values.manager.env }}`,
        `${space}{{- if not (hasKey $.Values.manager.envOverrides .name) }}`,
        `${space}- {{- toYaml . | nindent ${indentation + 2} }}`,
        `${space}{{- end }}`,
        `${space}{{- end }}`,
        `${space}{{- range $name, $value := .Values.manager.envOverrides }}`,
        `${space}- name: {{ $name | quote }}`,
        `${space}  value: {{ $value | quote }}`,
        `${space}{{- end }}`,
      ];
    },
  };
  return {
    list: { is: 'list', items: [fromValues, ...items.filter((item) => !isFree(item))] },
    free: items.filter(isFree).flatMap((item) => valueOf(item.node) ?? []),
  };
}

function releasedPorts(list: Template, ports: ManagerPorts): ListTemplate {
  const items = itemsOf(list).map((item): Item | Lines =>
    isLines(item) ? item : { ...item, node: changeAt(item.node, ['containerPort'], (port) => portValue(port, ports)) },
  );
  return { is: 'list', items };
}

/** The value that a port is, if it is one of the operator's. */
export function portValue(port: Template | undefined, ports: ManagerPorts): Template | undefined {
  const number = valueOf(port);
  if (number === undefined || number === null || isMap(number)) return port;
  if (number === ports.health) return expression('{{ .Values.manager.healthProbe.port }}');
  if (number === ports.webhook) return expression('{{ .Values.webhook.port }}');
  if (number === ports.metrics) return expression('{{ .Values.metrics.port }}');
  return port;
}

/** The entries of a map, as those of a list of names. */
export function keysOf(node: Template | undefined): string[] {
  return entriesOf(node).flatMap((entry) => (isLines(entry) ? [] : [entry.key]));
}
