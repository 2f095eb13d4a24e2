import type { JsonValue } from '@kb/apimachinery';
import { parseImage } from '../../deploy/image.ts';
import {
  changeAt,
  childOf,
  entriesOf,
  expression,
  isLines,
  type Item,
  itemsOf,
  type Lines,
  literal,
  type Template,
  textOf,
  valueOf,
} from '../template/template.ts';
import type { ChartNames } from './chart-names.ts';
import { entryOfScalar, entryOfValue, helpedLabels, moreEntries, replaceEntry } from './helm-lines.ts';
import {
  itemsAt,
  keysOf,
  listLines,
  type ManagerPorts,
  managerPorts,
  type ReleasedContainer,
  releasedContainer,
  withExtra,
} from './manager-container.ts';

/** What the values of a chart say of the operator's Deployment, unless a user changes them. */
export interface ManagerDefaults extends Omit<ReleasedContainer, 'container' | 'image'> {
  readonly replicas: JsonValue;
  readonly repository: string;
  readonly tag: string;
  readonly digest: string;
  readonly ports: ManagerPorts;
  /** Fields of the Pod's specification: `affinity`, `tolerations`… */
  readonly pod: Readonly<Record<string, JsonValue>>;
  readonly strategy: JsonValue;
}

/** Fields of the Pod's specification that are values under the same name, and what they are where they are missing. */
const podFields: Readonly<Record<string, JsonValue>> = {
  affinity: {},
  imagePullSecrets: [],
  nodeSelector: {},
  tolerations: [],
  topologySpreadConstraints: [],
};

const podPath = ['spec', 'template', 'spec'];

/** Replaces what users change in the operator's Deployment by values of the chart. */
export function releasedManager(
  deployment: Template,
  { chart, serviceAccount }: Pick<ChartNames, 'chart' | 'serviceAccount'>,
): { readonly node: Template; readonly defaults: ManagerDefaults } {
  const pod = childOf(childOf(childOf(deployment, 'spec'), 'template'), 'spec') ?? literal({});
  const containers = itemsOf(childOf(pod, 'containers'));
  const isManager = (item: Item | Lines): item is Item =>
    !isLines(item) && textOf(childOf(item.node, 'name')) === 'manager';
  const original = containers.find(isManager)?.node ?? literal({});
  const ports = managerPorts(original);
  const { container, image, ...settings } = releasedContainer(original, ports, chart);
  const { repository, tag = '', digest = '' } = parseImage(image);
  const items = containers.map((item) => (isManager(item) ? { ...item, node: container } : item));
  let node = changeAt(deployment, [...podPath, 'containers'], () => ({ is: 'list', items }));
  node = changeAt(node, podPath, (spec) => spec && releasedPod(spec, chart, serviceAccount !== undefined));
  node = changeAt(node, ['spec', 'replicas'], () => expression('{{ .Values.manager.replicas }}'));
  node = changeAt(
    node,
    ['spec'],
    (spec) => spec && replaceEntry(spec, 'strategy', entryOfValue('strategy', '.Values.manager.strategy')),
  );
  for (const [parent, key] of labelled) node = withMore(node, parent, key);
  const fields = Object.keys(podFields).map(
    (key) => [key, valueOf(childOf(pod, key)) ?? podFields[key] ?? {}] as const,
  );
  return {
    node,
    defaults: {
      ...settings,
      replicas: valueOf(childOf(childOf(deployment, 'spec'), 'replicas')) ?? 1,
      strategy: valueOf(childOf(childOf(deployment, 'spec'), 'strategy')) ?? {},
      repository,
      tag,
      digest,
      ports,
      pod: {
        ...Object.fromEntries(fields),
        podSecurityContext: valueOf(childOf(pod, 'securityContext')) ?? {},
        priorityClassName: textOf(childOf(pod, 'priorityClassName')) ?? '',
        terminationGracePeriodSeconds: valueOf(childOf(pod, 'terminationGracePeriodSeconds')) ?? 30,
      },
    },
  };
}

/** Maps of labels and annotations, to which values add. */
const labelled = [
  [['metadata'], 'labels'],
  [['metadata'], 'annotations'],
  [['spec', 'template', 'metadata'], 'labels'],
  [['spec', 'template', 'metadata'], 'annotations'],
] as const;

function withMore(deployment: Template, parent: readonly string[], key: 'labels' | 'annotations'): Template {
  const value = `.Values.manager.${parent.length === 1 ? '' : 'pod.'}${key}`;
  return changeAt(deployment, parent, (metadata = literal({})) => {
    const map = childOf(metadata, key);
    if (map === undefined) return replaceEntry(metadata, key, entryOfValue(key, value));
    const more = moreEntries(value, [...keysOf(map), ...(key === 'labels' ? helpedLabels : [])]);
    return changeAt(metadata, [key], () => ({ is: 'map', entries: [...entriesOf(map), more] }));
  });
}

function releasedPod(spec: Template, chart: string, hasAccount: boolean): Template {
  let pod = spec;
  for (const key of Object.keys(podFields)) pod = replaceEntry(pod, key, entryOfValue(key, `.Values.manager.${key}`));
  pod = replaceEntry(pod, 'securityContext', entryOfValue('securityContext', '.Values.manager.podSecurityContext'));
  pod = replaceEntry(
    pod,
    'priorityClassName',
    entryOfScalar(
      'priorityClassName',
      '.Values.manager.priorityClassName | quote',
      '.Values.manager.priorityClassName',
    ),
  );
  pod = changeAt(pod, ['terminationGracePeriodSeconds'], () =>
    expression('{{ .Values.manager.terminationGracePeriodSeconds }}'),
  );
  if (hasAccount) {
    const account = expression(`{{ include "${chart}.serviceAccountName" . | quote }}`);
    pod = changeAt(pod, ['serviceAccountName'], () => account);
  }
  const volumes = withExtra(itemsAt(spec, 'volumes'), '.Values.manager.extraVolumes');
  return replaceEntry(pod, 'volumes', listLines('volumes', volumes, '.Values.manager.extraVolumes'));
}
