import type { Manifest } from '../../manifests/manifests.ts';

/** What the names of a release replace in what `config/default` renders. */
export interface ChartNames {
  /** The name of the chart, and of its helpers. */
  readonly chart: string;
  /** The name of the project, which is in labels. */
  readonly project: string;
  /** What the namespace of the operator's release is in a template. */
  readonly releaseNamespace: string;
  /** The prefix that kustomize gives names, such as `shop-`. */
  readonly prefix: string;
  /** The namespace of the operator, such as `shop-system`. */
  readonly namespace: string;
  /** The names of all rendered objects that have the prefix. */
  readonly names: readonly string[];
  /** The ServiceAccount of the operator; undefined if it is not among the objects. */
  readonly serviceAccount: string | undefined;
}

/** The label whose value is the name of the project. */
const NAME_LABEL = 'app.kubernetes.io/name';

/** Keys with the name of a namespace alone: a reference, and the two forms of selectors. */
const namespaceKeys = ['namespace', 'values', 'kubernetes.io/metadata.name'];

/** The names of what is rendered. `manager`: the operator's Deployment. */
export function chartNames(
  project: string,
  prefix: string,
  manager: Manifest['object'],
  rendered: readonly Manifest['object'][],
): ChartNames {
  const isOwn = ({ kind, metadata }: Manifest['object']): boolean =>
    kind !== 'Namespace' && metadata.name?.startsWith(prefix) === true && metadata.name.length > prefix.length;
  const names = rendered.filter(isOwn).flatMap(({ metadata }) => metadata.name ?? []);
  // Deployments have any shape here: the API server is who checks them.
  const { spec } = manager as { spec?: { template?: { spec?: { serviceAccountName?: string } } } };
  const account = spec?.template?.spec?.serviceAccountName;
  return {
    chart: project,
    project,
    releaseNamespace: '.Release.Namespace',
    prefix,
    namespace: manager.metadata.namespace ?? 'default',
    // The longest first: a name can be the start of another.
    names: [...new Set(names)].toSorted((a, b) => b.length - a.length),
    serviceAccount: rendered.some(({ kind, metadata }) => kind === 'ServiceAccount' && metadata.name === account)
      ? account
      : undefined,
  };
}

/** The call of a helper that gives a name of the release, without braces. */
function nameCall({ chart, prefix }: ChartNames, name: string): string {
  return `include "${chart}.resourceName" (dict "suffix" "${name.slice(prefix.length)}" "context" $)`;
}

/** A text in which names of the release stand, as Helm computes it; undefined if there are none. */
export function namedText(names: ChartNames, key: string, text: string): string | undefined {
  if (namespaceKeys.includes(key) && text === names.namespace) return `{{ ${names.releaseNamespace} | quote }}`;
  const own = names.names.map((name) => name.replaceAll('.', '\\.')).join('|');
  if (own === '') return undefined;
  const namespace = names.namespace.replaceAll('.', '\\.');
  // `namespace/name`, `name.namespace` as in the name of a Service, or the name alone.
  const pattern = new RegExp(`(?<![\\w-])(?:(${namespace})/)?(${own})(?:\\.(${namespace}))?(?![\\w-])`, 'g');
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) return undefined;
  const parts: string[] = [];
  let end = 0;
  for (const match of matches) {
    const [whole, before, name = '', after] = match;
    parts.push(quotedPart(text.slice(end, match.index)));
    if (before !== undefined) parts.push(`{{ ${names.releaseNamespace} }}/`);
    parts.push(`{{ ${nameCall(names, name)} }}`);
    if (after !== undefined) parts.push(`.{{ ${names.releaseNamespace} }}`);
    end = match.index + whole.length;
  }
  parts.push(quotedPart(text.slice(end)));
  return `"${parts.join('')}"`;
}

/** A part of a text in double quotes: JSON's escapes are YAML's. */
function quotedPart(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('{{', '{{ "{{" }}');
}

/** Whether labels are those of the operator's objects: they have the name of the project. */
export function isLabelled(labels: unknown, { project }: ChartNames): boolean {
  return typeof labels === 'object' && labels !== null && !Array.isArray(labels) && NAME_LABEL in labels
    ? labels[NAME_LABEL] === project
    : false;
}

/** Whether data has a text in which names of the release stand. */
export function hasNames(names: ChartNames, key: string, value: unknown): boolean {
  if (typeof value === 'string') return namedText(names, key, value) !== undefined;
  if (Array.isArray(value)) return value.some((item: unknown) => hasNames(names, key, item));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([inner, child]) => hasNames(names, inner, child));
}
